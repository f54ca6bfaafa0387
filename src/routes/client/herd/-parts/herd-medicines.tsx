import type { HerdAnimal } from '#contract/schemas/herd.ts'
import type { PatientLogbookEntry } from '#contract/schemas/logbook.ts'
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import Pill from 'lucide-react/icons/pill'
import { FormattedMessage, useIntl } from 'react-intl'
import { type HerdFilter, herdQueries } from '#src/api/herd.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { useOwner } from '#src/api/own-client.ts'
import { PeriodFields, PeriodPresets, fiveYearsButton } from '#src/features/logbook/period-fields.tsx'
import { periodOf, periodSearch } from '#src/features/logbook/period.ts'
import { PrintFoot, PrintHead, PrintParty } from '#src/features/medicines/medicine-print.tsx'
import print from '#src/features/medicines/medicine-print.module.css'
import { channelsIn } from '#src/features/medicines/medicine-rows.ts'
import { MedicineTable } from '#src/features/medicines/medicine-table.tsx'
import { ChannelLegend } from '#src/features/medicines/medicine-texts.tsx'
import { Loading, NotLoaded } from '#src/features/patients/not-loaded.tsx'
import { today as todayNow } from '#src/lib/dates.ts'
import { classes } from '#src/ui/classes.ts'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { SelectInput } from '#src/ui/forms/select-input.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import { Pager } from '#src/ui/navigation/pager.tsx'
import { HerdActions, usePrinting } from './herd-actions.tsx'
import styles from './herd.module.css'
import type { HerdProps } from './herd-search.ts'
import { UbnFilter } from './ubn-filter.tsx'

const NOTHING = { content: [], animals: [] }

/** Medicines given to all animals, filtered by period, UBN and medicine, with exports. */
export function HerdMedicines(props: HerdProps) {
  const { clientId, practiceId, ubns, search, onSearch } = props
  const today = todayNow()
  const owner = useOwner(props)
  const { data: practice } = useSuspenseQuery(practiceQueries.one(practiceId))
  const period = periodOf(search, today)
  const filter: HerdFilter = { ...period, ubn: search.ubn, medicine: search.medicine }
  const query = useQuery({
    ...herdQueries.medicines(clientId, { ...filter, page: search.page }),
    placeholderData: keepPreviousData,
  })
  const { data, isPlaceholderData } = query
  const printing = usePrinting(clientId, filter)
  const total = data?.page.totalElements ?? 0
  const { content: rows, animals } = printing.printed ?? data ?? NOTHING
  const byUuid = new Map(animals.map((animal) => [animal.uuid, animal]))
  const channels = channelsIn(rows)

  const animalOf = ({ patientUuid }: PatientLogbookEntry) => (
    <AnimalName animal={byUuid.get(patientUuid)} withUbn={ubns.length > 1} />
  )

  return (
    <div className={classes(styles.view, print.sheet)}>
      <PrintHead
        animals={<PrintedHerd count={total} search={search} />}
        owner={owner}
        practice={practice}
        period={period}
      />
      <div className={classes('no-print', styles.period)}>
        <PeriodPresets period={period} today={today} onChange={(chosen) => onSearch(periodSearch(chosen, today))} />
        <PeriodFields period={period} onChange={(chosen) => onSearch(periodSearch(chosen, today))} />
        <div className={styles.filters}>
          <UbnFilter ubns={ubns} value={search.ubn} onChange={(ubn) => onSearch({ ubn })} />
          <MedicineFilter
            medicines={data?.medicines ?? []}
            value={search.medicine}
            onChange={(medicine) => onSearch({ medicine })}
          />
        </div>
      </div>
      <Panel
        className={classes(styles.sheet, isPlaceholderData && styles.former)}
        aria-busy={isPlaceholderData || undefined}
      >
        {isPlaceholderData && <Loading hidden />}
        {!data ? (
          <div className={styles.legend}>
            <NotLoaded queries={[query]} />
          </div>
        ) : rows.length === 0 ? (
          <Empty
            title={<FormattedMessage id="client.logbook.medicine.none" />}
            icon={Pill}
            actions={fiveYearsButton({ period, today, onChange: (chosen) => onSearch(periodSearch(chosen, today)) })}
          >
            <FormattedMessage id="client.herd.noMedicines" />
          </Empty>
        ) : (
          <>
            <div className="no-print">
              <PanelHead>
                <h2>
                  <FormattedMessage id="client.logbook.medicine.title" />
                </h2>
                <HerdActions
                  clientId={clientId}
                  filter={filter}
                  total={total}
                  busy={isPlaceholderData}
                  printing={printing}
                />
              </PanelHead>
            </div>
            <MedicineTable rows={rows} animalOf={animalOf} />
            {channels.length > 0 && (
              <p className={styles.legend}>
                <ChannelLegend channels={channels} />
              </p>
            )}
          </>
        )}
      </Panel>
      {data && (
        <div className="no-print">
          <Pager
            page={search.page}
            totalPages={data.page.totalPages}
            totalElements={data.page.totalElements}
            size={data.page.size}
          />
        </div>
      )}
      <PrintFoot today={today} />
    </div>
  )
}

function PrintedHerd({ count, search }: { count: number } & Pick<HerdProps, 'search'>) {
  return (
    <PrintParty
      name={<FormattedMessage id="client.herd.animals" />}
      names={<FormattedMessage id="client.herd.printed" values={{ count }} />}
    >
      {search.ubn && <FormattedMessage id="client.logbook.medicine.ubn" values={{ ubn: search.ubn }} />}
      {search.medicine && <div>{search.medicine}</div>}
    </PrintParty>
  )
}

function AnimalName({ animal, withUbn }: { animal: HerdAnimal | undefined; withUbn: boolean }) {
  if (!animal) return null
  const { name, number, ubn } = animal
  return (
    <>
      <strong>{name}</strong>
      {number && <span className="small muted">{number}</span>}
      {withUbn && ubn && (
        <span className="small muted">
          <FormattedMessage id="client.logbook.medicine.ubn" values={{ ubn }} />
        </span>
      )}
    </>
  )
}

interface MedicineFilterProps {
  /** Names of the medicines of the period and the UBN. */
  medicines: readonly string[]
  value: string
  onChange: (medicine: string) => void
}

/** Filter by medicine. The chosen medicine is always an option, so that the filter can be changed. */
function MedicineFilter({ medicines, value, onChange }: MedicineFilterProps) {
  const intl = useIntl()
  if (medicines.length < 2 && !value) return null
  const names = new Set([...medicines, ...(value ? [value] : [])])
  return (
    <SelectInput
      label={intl.formatMessage({ id: 'client.herd.medicine' })}
      value={value}
      onChange={onChange}
      options={[
        { value: '', label: intl.formatMessage({ id: 'client.herd.allMedicines' }) },
        ...Array.from(names, (name) => ({ value: name, label: name })),
      ]}
    />
  )
}
