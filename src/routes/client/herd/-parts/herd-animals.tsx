import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Patient } from '#contract/patient.ts'
import { useOwner } from '#src/features/clients/use-owner.ts'
import { groupBy } from '#src/lib/group-by.ts'
import { PAGE_SIZE } from '#src/lib/constants.ts'
import { today as todayNow } from '#src/lib/dates.ts'
import { type Withheld, foodsText, useWithdrawals } from '#src/features/patients/use-withdrawals.ts'
import { kindText } from '#src/features/patients/words.ts'
import { DetailCell, HeadCell, LeadCell, NarrowOnly, Table, WideCell } from '#src/ui/data/table.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { SearchBar } from '#src/ui/forms/search-bar.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import { Pager } from '#src/ui/navigation/pager.tsx'
import { type Found, findAnimals, numberOf, ubnsOf } from './find-animals.ts'
import styles from './herd.module.css'
import type { HerdProps } from './herd-search.ts'
import { UbnFilter } from './ubn-filter.tsx'

/** All that is kept, found by name, number and UBN. */
export function HerdAnimals(props: HerdProps & { patients: readonly Patient[] }) {
  const { clientId, patients, search: address, onSearch } = props
  const { search, ubn, page } = address
  const intl = useIntl()
  const owner = useOwner(props)
  const found = useMemo(() => findAnimals(patients, owner, { search, ubn }), [patients, owner, search, ubn])
  const ubns = useMemo(() => ubnsOf(patients, owner), [patients, owner])
  const { byPatient } = useWithdrawals(clientId, patients, { today: todayNow() })
  const totalPages = Math.ceil(found.length / PAGE_SIZE)
  // What was left of it by a search has another last page.
  const shownPage = Math.min(page, Math.max(totalPages, 1))
  const shown = found.slice((shownPage - 1) * PAGE_SIZE, shownPage * PAGE_SIZE)
  return (
    <>
      <div className={styles.filters}>
        <SearchBar
          label={intl.formatMessage({ id: 'client.herd.search' })}
          value={search}
          onSearch={(wanted) => onSearch({ search: wanted })}
        />
        <UbnFilter ubns={ubns} value={ubn} onChange={(wanted) => onSearch({ ubn: wanted })} />
      </div>
      <p className="hidden-text" role="status">
        <FormattedMessage id="client.herd.found" values={{ count: found.length }} />
      </p>
      {found.length === 0 ? (
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
      ) : (
        [...groupBy(shown, (one) => one.ubn)].map(([at, animals]) => (
          <AnimalsAt
            key={at}
            ubn={at}
            isOneOfMany={ubns.length > 1}
            animals={animals}
            total={found.filter((one) => one.ubn === at).length}
            byPatient={byPatient}
          />
        ))
      )}
      {found.length > 0 && (
        <Pager page={shownPage} totalPages={totalPages} totalElements={found.length} size={PAGE_SIZE} />
      )}
    </>
  )
}

interface AnimalsAtProps {
  ubn: string
  isOneOfMany: boolean
  animals: readonly Found[]
  /** Also on other pages. */
  total: number
  byPatient: ReadonlyMap<string, Withheld>
}

function AnimalsAt({ ubn, isOneOfMany, animals, total, byPatient }: AnimalsAtProps) {
  const intl = useIntl()
  const today = todayNow()
  const title = ubn ? (
    <FormattedMessage id="client.logbook.medicine.ubn" values={{ ubn }} />
  ) : (
    <FormattedMessage id={isOneOfMany ? 'client.herd.noUbn' : 'client.herd.animals'} />
  )
  return (
    <Panel>
      <PanelHead>
        <h2>{title}</h2>
        <span className="muted">
          <FormattedMessage id="client.herd.found" values={{ count: total }} />
        </span>
      </PanelHead>
      <Table
        label={title}
        head={
          <>
            <HeadCell>
              <FormattedMessage id="client.logbook.medicine.animal" />
            </HeadCell>
            <HeadCell>
              <FormattedMessage id="client.herd.number" />
            </HeadCell>
            <HeadCell wide>
              <FormattedMessage id="client.herd.kind" />
            </HeadCell>
            <HeadCell wide>
              <FormattedMessage id="client.herd.withdrawal" />
            </HeadCell>
          </>
        }
      >
        {animals.map(({ patient }) => {
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
                {numberOf(patient)}
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
