import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, createFileRoute, stripSearchParams } from '@tanstack/react-router'
import CalendarDays from 'lucide-react/icons/calendar-days'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Printer from 'lucide-react/icons/printer'
import { FormattedMessage, useIntl } from 'react-intl'
import {
  NO_VISIT_SEARCH,
  type PracticeVisitSearch,
  READINESS,
  VISIT_PERIODS,
  readVisitSearch,
  visitSearchOf,
} from '#src/api/practice-visit-search.ts'
import { daysOf, neighbour, practiceVisitQueries } from '#src/api/practice-visits.ts'
import { ofLoader } from '#src/api/query-client.ts'
import { PagedList } from '#src/features/shell/paged-list.tsx'
import { capableOnly } from '#src/session/guards.ts'
import { Day } from '#src/ui/data/day.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Button, buttonClass, iconButtonClass } from '#src/ui/forms/button.tsx'
import { Segmented } from '#src/ui/forms/segmented.tsx'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { VisitDays } from './-parts/visit-days.tsx'
import styles from './-parts/visits.module.css'

export const Route = createFileRoute('/admin/visits/')({
  staticData: { title: 'admin.visits.title' },
  validateSearch: readVisitSearch,
  search: { middlewares: [stripSearchParams(NO_VISIT_SEARCH)] },
  loaderDeps: ({ search }) => visitSearchOf(search),
  beforeLoad: capableOnly('visits'),
  loader: async ({ context: { queryClient, practiceId }, deps, ...loader }) => {
    await queryClient.query({ ...practiceVisitQueries.list(practiceId, deps), meta: ofLoader(loader) })
  },
  component: Visits,
})

function Visits() {
  const { practiceId } = Route.useRouteContext()
  const search = Route.useLoaderDeps()
  const { data } = useSuspenseQuery(practiceVisitQueries.list(practiceId, search))
  return (
    <Page>
      <PageHead
        title={<FormattedMessage id="admin.visits.title" />}
        lead={<Period search={search} />}
        actions={
          <div className="row no-print">
            <Steps search={search} />
            <Button variant="secondary" icon={Printer} onClick={() => window.print()}>
              <FormattedMessage id="admin.forms.print" />
            </Button>
          </div>
        }
      />
      <Filters search={search} />
      <PagedList data={data} page={search.page} icon={CalendarDays} empty={<NoVisits search={search} />}>
        <VisitDays visits={data.content} search={search} />
      </PagedList>
      <p className="muted small">
        <FormattedMessage id="admin.visits.registeredOnly" />
      </p>
    </Page>
  )
}

interface SearchProps {
  search: PracticeVisitSearch
}

const LONG = { day: 'numeric', month: 'long', year: 'numeric' } as const

/** First and last day of the list, and the filter on paper. */
function Period({ search }: SearchProps) {
  const { from, until } = daysOf(search)
  return (
    <>
      {from === until ? (
        <Day date={from} {...LONG} weekday="long" />
      ) : (
        <FormattedMessage
          id="admin.visits.period"
          values={{ from: <Day date={from} {...LONG} year={undefined} />, until: <Day date={until} {...LONG} /> }}
        />
      )}
      {search.show === 'not-ready' && (
        <span className="print-only">
          {' · '}
          <FormattedMessage id="admin.visits.show.not-ready" />
        </span>
      )}
    </>
  )
}

/** Links to the period before and after, and to today. */
function Steps({ search }: SearchProps) {
  const intl = useIntl()
  const { period, from } = search
  const step = (direction: -1 | 1) => {
    const id = direction < 0 ? (`admin.visits.previous.${period}` as const) : (`admin.visits.next.${period}` as const)
    const label = intl.formatMessage({ id })
    return (
      <Link
        to="/admin/visits"
        search={neighbour(search, direction)}
        className={iconButtonClass}
        aria-label={label}
        title={label}
        resetScroll={false}
      >
        {direction < 0 ? <ChevronLeft /> : <ChevronRight />}
      </Link>
    )
  }
  return (
    <div className={styles.steps}>
      {step(-1)}
      <Link
        to="/admin/visits"
        search={{ ...search, page: 1, from: '' }}
        className={buttonClass()}
        aria-current={from === '' ? 'date' : undefined}
        activeOptions={{ exact: true }}
        activeProps={{}}
        resetScroll={false}
      >
        <FormattedMessage id="admin.visits.today" />
      </Link>
      {step(1)}
    </div>
  )
}

/** Length of the period, and whether to show only visits that are not ready. */
function Filters({ search }: SearchProps) {
  const intl = useIntl()
  const navigate = Route.useNavigate()
  const show = (changed: Partial<PracticeVisitSearch>) =>
    void navigate({ search: { ...search, page: 1, ...changed }, resetScroll: false })
  return (
    <div className={`${styles.filters} no-print`}>
      <Segmented
        legend={intl.formatMessage({ id: 'admin.visits.periodLegend' })}
        name="period"
        options={VISIT_PERIODS.map((value) => ({
          value,
          label: <FormattedMessage id={`admin.visits.periods.${value}`} />,
        }))}
        value={search.period}
        onChange={(period) => show({ period })}
      />
      <Segmented
        legend={intl.formatMessage({ id: 'admin.visits.showLegend' })}
        name="show"
        options={READINESS.map((value) => ({ value, label: <FormattedMessage id={`admin.visits.show.${value}`} /> }))}
        value={search.show}
        onChange={(wanted) => show({ show: wanted })}
      />
    </div>
  )
}

/** Empty list: no appointment in the period, or none that is not ready. */
function NoVisits({ search }: SearchProps) {
  if (search.show === 'all') {
    return (
      <Empty icon={CalendarDays} title={<FormattedMessage id="admin.visits.emptyTitle" />}>
        <FormattedMessage id="admin.visits.empty" />
      </Empty>
    )
  }
  return (
    <Empty
      icon={CalendarDays}
      title={<FormattedMessage id="admin.visits.allReadyTitle" />}
      actions={
        <Link to="/admin/visits" search={{ ...search, page: 1, show: 'all' }} className={buttonClass()}>
          <FormattedMessage id="admin.visits.showAll" />
        </Link>
      }
    >
      <FormattedMessage id="admin.visits.allReady" />
    </Empty>
  )
}
