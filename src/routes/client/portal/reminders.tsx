import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type SearchSchemaInput, createFileRoute, redirect, stripSearchParams, useRouter } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Reminder } from '#contract/reminder.ts'
import { patientQueries } from '#src/features/patients/queries.ts'
import { speciesIcon } from '#src/features/patients/species-icon.ts'
import { telephoneHref } from '#src/features/practice/practice-card.tsx'
import { soonestFirst } from '#src/features/reminders/groups.ts'
import { NextUp } from '#src/features/reminders/next-up.tsx'
import { type ReminderSearch, reminderQueries } from '#src/features/reminders/queries.ts'
import { ReminderList } from '#src/features/reminders/reminder-list.tsx'
import { YearStrip } from '#src/features/reminders/year-strip.tsx'
import { sessionQueries } from '#src/features/session/queries.ts'
import { DEFAULT_SORT } from '#src/lib/constants.ts'
import { today as todayNow } from '#src/lib/dates.ts'
import { readFlag, readPage, readSort } from '#src/lib/search.ts'
import { portalState, remindersFiltered } from '#src/lib/store.ts'
import { kept } from '#src/lib/query-client.ts'
import { Empty } from '#src/ui/empty.tsx'
import { PageHead } from '#src/ui/page.tsx'
import { Pager } from '#src/ui/pager.tsx'
import { Segmented } from '#src/ui/segmented.tsx'

type Search = Omit<ReminderSearch, 'active'> & { active?: boolean }

const readSearch = (search: Partial<Search> & SearchSchemaInput): Search => {
  const active = readFlag(search.active)
  return { page: readPage(search), sort: readSort(search), ...(active !== undefined && { active }) }
}

export const Route = createFileRoute('/client/portal/reminders')({
  staticData: { title: 'client.nav.reminders' },
  validateSearch: readSearch,
  search: { middlewares: [stripSearchParams({ page: 1, sort: DEFAULT_SORT })] },
  loaderDeps: ({ search }) => search,
  beforeLoad: ({ search, location }) => {
    if (search.active !== undefined || !location.pathname.endsWith('/reminders')) return
    // The remembered filter; the address says which it is, so that a reload and a shared link agree.
    throw redirect({
      to: '/client/portal/reminders',
      search: { ...search, active: portalState().showActiveReminders },
      replace: true,
    })
  },
  loader: async ({ context: { queryClient, clientId }, deps: { active = true, ...search } }) => {
    void queryClient.query(patientQueries.list(clientId)).catch(() => {})
    await Promise.all([
      queryClient.query(kept(reminderQueries.list(clientId, { ...search, active }))),
      active && queryClient.query(kept(reminderQueries.next(clientId))),
    ])
  },
  component: Reminders,
})

function Reminders() {
  const { clientId, practiceId } = Route.useRouteContext()
  const { active = true, ...search } = Route.useSearch()
  const router = useRouter()
  const intl = useIntl()
  const today = todayNow()
  const { data } = useSuspenseQuery(reminderQueries.list(clientId, { ...search, active }))
  const { data: count } = useQuery(reminderQueries.activeCount(clientId))
  const { data: patients } = useQuery(patientQueries.list(clientId))
  const iconOf = ({ patientUuid }: Reminder) => speciesIcon(patients?.find(({ uuid }) => uuid === patientUuid)?.species)

  // A list that is all here is shown by urgency; a page of a longer one in the order it was asked for.
  const isComplete = data.page.totalElements <= data.content.length
  const reminders = active && isComplete ? soonestFirst(data.content) : data.content
  const animals = new Set(data.content.map(({ patientUuid }) => patientUuid).filter(Boolean)).size

  function show(nowActive: boolean) {
    remindersFiltered(nowActive)
    void router.navigate({ to: '/client/portal/reminders', search: { active: nowActive } })
  }

  return (
    <>
      <PageHead
        title={<FormattedMessage id="client.nav.reminders" />}
        lead={<Lead active={active} count={data.page.totalElements} animals={isComplete ? animals : 0} />}
        actions={
          <Segmented
            legend={intl.formatMessage({ id: 'client.reminders.filter' })}
            name="active"
            value={String(active) as 'true' | 'false'}
            onChange={(value) => show(value === 'true')}
            options={[
              { value: 'true', label: <FormattedMessage id="client.reminders.active" />, count },
              { value: 'false', label: <FormattedMessage id="client.reminders.notActive" /> },
            ]}
          />
        }
      />
      {active && <Next clientId={clientId} practiceId={practiceId} today={today} iconOf={iconOf} />}
      {active && isComplete && reminders.length > 0 && (
        <YearStrip reminders={reminders} today={today} iconOf={iconOf} />
      )}
      {!isComplete && (
        <Segmented
          legend={intl.formatMessage({ id: 'client.reminders.sort' })}
          name="sort"
          value={search.sort}
          onChange={(sort) => void router.navigate({ to: '/client/portal/reminders', search: { active, sort } })}
          options={[
            { value: DEFAULT_SORT, label: <FormattedMessage id="client.reminders.latestFirst" /> },
            { value: 'date,asc', label: <FormattedMessage id="client.reminders.earliestFirst" /> },
          ]}
        />
      )}
      {reminders.length > 0 ? (
        <ReminderList reminders={reminders} active={active} today={today} iconOf={iconOf} />
      ) : (
        <Empty
          icon={Bell}
          title={<FormattedMessage id={active ? 'client.reminders.emptyTitle' : 'client.reminders.emptyPastTitle'} />}
        >
          <FormattedMessage id={active ? 'client.reminders.empty' : 'client.reminders.emptyPast'} />
        </Empty>
      )}
      {data.page.totalPages > 1 && (
        <Pager
          page={search.page}
          totalPages={data.page.totalPages}
          totalElements={data.page.totalElements}
          size={data.page.size}
        />
      )}
    </>
  )
}

function Lead({ active, count, animals }: { active: boolean; count: number; animals: number }) {
  if (!active) return <FormattedMessage id="client.reminders.leadPast" values={{ count }} />
  return animals > 0 ? (
    <FormattedMessage id="client.reminders.leadAnimals" values={{ count, animals }} />
  ) : (
    <FormattedMessage id="client.reminders.lead" values={{ count }} />
  )
}

interface NextProps {
  clientId: string
  practiceId: string
  today: string
  iconOf: Parameters<typeof NextUp>[0]['iconOf']
}

function Next({ clientId, practiceId, today, iconOf }: NextProps) {
  const { data: reminder } = useSuspenseQuery(reminderQueries.next(clientId))
  const { data: practice } = useSuspenseQuery(sessionQueries.practice(practiceId))
  if (!reminder) return null
  return (
    <NextUp
      reminder={reminder}
      today={today}
      iconOf={iconOf}
      callHref={practice.phone ? telephoneHref(practice.phone) : null}
    />
  )
}
