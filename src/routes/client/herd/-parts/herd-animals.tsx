import type { Patient } from '#contract/schemas/patient.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { herdQueries } from '#src/api/herd.ts'
import { countOf } from '#src/api/pages.ts'
import { useOwner } from '#src/api/own-client.ts'
import { NotLoaded } from '#src/features/patients/not-loaded.tsx'
import { type Withheld, foodsText, withheldOf } from '#src/features/patients/use-withdrawals.ts'
import { kindText } from '#src/features/patients/patient-texts.ts'
import { groupBy } from '#contract/values.ts'
import { today as todayNow } from '#src/lib/dates.ts'
import { DetailCell, HeadCell, LeadCell, NarrowOnly, Table, WideCell } from '#src/ui/data/table.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { SearchBar } from '#src/ui/forms/search-bar.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import { Pager } from '#src/ui/navigation/pager.tsx'
import styles from './herd.module.css'
import type { HerdProps } from './herd-search.ts'
import { UbnFilter } from './ubn-filter.tsx'

/** List of all animals, searchable by name and number, filterable by UBN. */
export function HerdAnimals({ clientId, ubns, search: address, onSearch, ...area }: HerdProps) {
  const { search, ubn, page } = address
  const intl = useIntl()
  const today = todayNow()
  const owner = useOwner({ clientId, ...area })
  const query = useQuery({
    ...herdQueries.animals(clientId, today, { page, search, ubn }),
    placeholderData: keepPreviousData,
  })
  const { data, isPlaceholderData } = query
  const total = data?.page.totalElements ?? 0
  const byPatient = withheldOf(data?.content ?? [], data?.running ?? [], today)
  const atUbn = groupBy(data?.content ?? [], (patient) => patient.ubn?.trim() || owner?.ubn || '')
  return (
    <>
      <div className={styles.filters}>
        <SearchBar
          label={intl.formatMessage({ id: 'client.herd.search' })}
          value={search}
          onSearch={(wanted) => onSearch({ search: wanted })}
        />
        <UbnFilter ubns={ubns} value={ubn} onChange={(wanted) => onSearch({ ubn: wanted })} />
        <p className="muted" role="status">
          {data && <FormattedMessage id="client.herd.found" values={{ count: total }} />}
        </p>
      </div>
      {!data ? (
        <Panel padded>
          <NotLoaded queries={[query]} />
        </Panel>
      ) : total === 0 ? (
        <Panel>
          <Empty
            title={<FormattedMessage id="client.herd.notFoundTitle" />}
            actions={
              <Button variant="secondary" onClick={() => onSearch({ search: '', ubn: '' })}>
                <FormattedMessage id="client.filter.showAll" />
              </Button>
            }
          >
            <FormattedMessage id="client.herd.notFound" />
          </Empty>
        </Panel>
      ) : data.content.length === 0 ? (
        <PageOutOfRange onFirst={() => onSearch({})} />
      ) : (
        [...atUbn].map(([at, animals]) => (
          <AnimalsAt
            key={at}
            ubn={at}
            isOneOfMany={ubns.length > 1}
            animals={animals}
            former={isPlaceholderData}
            byPatient={byPatient}
          />
        ))
      )}
      {data && (
        <Pager page={page} totalPages={data.page.totalPages} totalElements={countOf(data)} size={data.page.size} />
      )}
    </>
  )
}

function PageOutOfRange({ onFirst }: { onFirst: () => void }) {
  return (
    <Panel>
      <Empty
        title={<FormattedMessage id="admin.clients.beyondTitle" />}
        actions={
          <Button variant="secondary" onClick={onFirst}>
            <FormattedMessage id="admin.clients.firstPage" />
          </Button>
        }
      >
        <FormattedMessage id="admin.clients.beyond" />
      </Empty>
    </Panel>
  )
}

interface AnimalsAtProps {
  ubn: string
  isOneOfMany: boolean
  animals: readonly Patient[]
  /** Whether the animals belong to the previous search, while the current one loads. */
  former: boolean
  byPatient: ReadonlyMap<string, Withheld>
}

function AnimalsAt({ ubn, isOneOfMany, animals, former, byPatient }: AnimalsAtProps) {
  const intl = useIntl()
  const today = todayNow()
  const title = ubn ? (
    <FormattedMessage id="client.logbook.medicine.ubn" values={{ ubn }} />
  ) : (
    <FormattedMessage id={isOneOfMany ? 'client.herd.noUbn' : 'client.herd.animals'} />
  )
  return (
    <Panel className={former ? styles.former : undefined} aria-busy={former || undefined}>
      <PanelHead>
        <h2>{title}</h2>
      </PanelHead>
      <Table
        label={title}
        head={
          <>
            <HeadCell label="client.logbook.medicine.animal" />
            <HeadCell label="client.herd.number" />
            <HeadCell wide label="client.herd.kind" />
            <HeadCell wide label="client.herd.withdrawal" />
          </>
        }
      >
        {animals.map((patient) => {
          const withheld = byPatient.get(patient.uuid)
          const kind = [
            kindText(patient, intl),
            patient.headCount !== undefined &&
              intl.formatMessage({ id: 'client.patients.heads' }, { count: patient.headCount }),
          ]
            .filter(Boolean)
            .join(', ')
          const notYet =
            withheld === 'unknown'
              ? intl.formatMessage({ id: 'client.withdrawals.unknown' })
              : withheld && foodsText(withheld, today, intl)
          return (
            <tr key={patient.uuid}>
              <LeadCell>
                <Link to="/client/patients/$patientId" params={{ patientId: patient.uuid }} preload={false}>
                  {patient.name}
                </Link>
              </LeadCell>
              <DetailCell>
                {patient.lifeNumber || patient.chipNumber}
                <NarrowOnly>{[kind, notYet].filter(Boolean).map((text) => ` · ${text}`)}</NarrowOnly>
              </DetailCell>
              <WideCell>{kind}</WideCell>
              <WideCell className={notYet ? styles.notYet : undefined}>{notYet}</WideCell>
            </tr>
          )
        })}
      </Table>
    </Panel>
  )
}
