import { queryOptions } from '@tanstack/react-query'
import type {
  AuditEntry as ContractEntry,
  AuditPerson,
  ImportCounts,
  AccessEntry,
} from '#contract/schemas/access-log.ts'
import { AUDIT_ACTIONS, NOBODY, ACCESS_SIDES } from '#contract/access-log.ts'
import type { LogKind } from '#contract/log-kind.ts'
import type { IsoDate } from '#contract/dates.ts'
import { KEY_SCOPES } from '#contract/imports.ts'
import { RETENTION_KINDS } from '#contract/retention.ts'
import { STAFF_ROLES } from '#contract/roles.ts'
import { MAX_PAGE_SIZE, type Page, PAGE_SIZE } from '#contract/paging.ts'
import * as paths from '#contract/later-paths.ts'
import { can } from './capabilities.ts'
import { api, type GetOptions } from './http.ts'
import { possibleSize } from './pages.ts'
import { callOf } from './query-client.ts'
import { clientKey, practiceKey } from './scope.ts'
import { type Maybe, fieldOf, mapOf, read } from './response-readers.ts'

const counts = read.record<ImportCounts>({
  added: read.requiredNumber,
  updated: read.requiredNumber,
  unchanged: read.requiredNumber,
  expired: read.number,
  removed: read.number,
  replaced: read.number,
})

/** Changes by an import, by kind of record. */
export const changes: Maybe<Record<string, ImportCounts>> = mapOf(counts)

/** Audit entry as received; other APIs may send unknown actions. */
export interface AuditEntry extends Omit<ContractEntry, 'action'> {
  action: string
}

const person = read.record<AuditPerson>({ id: read.requiredText, name: read.requiredText, username: read.text })

const auditEntry = read.record<AuditEntry>({
  at: read.requiredMoment,
  action: read.requiredText,
  account: person,
  client: read.record({ uuid: read.requiredText, name: read.requiredText }),
  count: read.number,
  kind: read.enumValue(RETENTION_KINDS),
  fields: read.items(read.text),
  changes,
  member: read.record({
    id: read.requiredText,
    name: read.requiredText,
    role: read.required(read.enumValue(STAFF_ROLES), 'CLINIC_USER'),
  }),
  form: read.text,
  key: read.text,
  webhook: read.text,
  scopes: read.items(read.word(KEY_SCOPES)),
  names: read.record({ from: read.requiredText, to: read.requiredText }),
  run: read.record({
    count: read.requiredNumber,
    since: read.requiredMoment,
  }),
  undo: read.record({ until: read.requiredMoment, removal: read.text }),
})

export interface AuditPage extends Page<AuditEntry> {
  searchedSince?: string | undefined
}

const readEntries = read.page(auditEntry)
export const readAudit = (response: unknown): AuditPage => ({
  ...readEntries(response),
  searchedSince: read.moment(fieldOf(response, 'searchedSince')),
})

export const readAuditPeople = read.list(person, 'id')

export const readClientAccessLog = read.page(
  read.record<AccessEntry>({
    day: read.requiredDay,
    by: read.required(read.enumValue(ACCESS_SIDES), 'staff'),
    role: read.enumValue(STAFF_ROLES),
    account: person,
    key: read.text,
    actions: read.requiredItems(read.enumValue(AUDIT_ACTIONS)),
  }),
)

export interface AuditFilter {
  /** Part of a name or user name. */
  search: string
  /** Account id; empty: all accounts. */
  person: string
  kind: LogKind
  /** Months, `YYYY-MM`, both inclusive; empty: open at that end. */
  from: string
  to: string
}

interface Wanted extends Partial<
  Record<'search' | 'accountId' | 'action' | 'kind' | 'from' | 'until', string | undefined>
> {
  page: number
  size: number
  runs?: boolean | undefined
}

const getAudit = async (practiceId: string, search: Wanted, options: GetOptions) =>
  readAudit(await api.get(paths.practiceAudit(practiceId), { search: { ...search }, ...options }))

/** Returns the latest removals of single clients. */
export const getRemovals = async (practiceId: string) =>
  (await getAudit(practiceId, { page: 0, size: PAGE_SIZE, action: 'deleted' }, { silent: true })).content

/** Returns the start of a month, shifted by `ahead` months, in the time zone of this device. */
function beginOf(month: string, ahead = 0): string | undefined {
  const [year, number] = month.split('-').map(Number)
  return year && number ? new Date(year, number - 1 + ahead).toISOString() : undefined
}

const toSearchParams = ({ search, person, kind, from, to }: AuditFilter) => ({
  search: search || undefined,
  accountId: person || undefined,
  // The default is omitted, for APIs without this filter.
  kind: kind === 'changes' ? undefined : kind,
  from: beginOf(from),
  until: beginOf(to, 1),
})

async function allOf<Entry>(read: (page: number) => Promise<Page<Entry>>): Promise<Entry[]> {
  const found: Entry[] = []
  for (let page = 0, pages = 1; page < pages; page++) {
    const { content, page: info } = await read(page)
    found.push(...content)
    pages = content.length === 0 ? 0 : info.totalPages
  }
  return found
}

export const getAllAudit = (practiceId: string, filter: AuditFilter, options: GetOptions) =>
  allOf((page) => getAudit(practiceId, { page, size: MAX_PAGE_SIZE, ...toSearchParams(filter) }, options))

/** Returns the entries that a run summarises and that match the search. */
const getRun = (practiceId: string, { action, account, at, run }: AuditEntry, search: string, options: GetOptions) => {
  const of = {
    search: search || undefined,
    action,
    accountId: account?.id ?? NOBODY,
    from: run?.since,
    until: justAfter(at),
  }
  return allOf((page) => getAudit(practiceId, { page, size: MAX_PAGE_SIZE, ...of }, options))
}

const justAfter = (moment: string) => new Date(Date.parse(moment) + 1).toISOString()

export const auditQueries = {
  /** Page of the audit log, counted from 1; null if the API has no audit log. */
  page: (practiceId: string, { page, ...filter }: AuditFilter & { page: number }) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'audit', page, filter),
      queryFn: async (context) => {
        if (!(await can(context.client, 'audit'))) return null
        const canSearch = await can(context.client, 'audit-search')
        const wanted = { page: page - 1, size: PAGE_SIZE, ...(canSearch && { runs: true, ...toSearchParams(filter) }) }
        return getAudit(practiceId, wanted, callOf(context))
      },
      // Always refetched, so that the audit log contains the latest action.
      staleTime: 5000,
    }),
  /** Accounts that occur in the audit log. */
  people: (practiceId: string) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'audit-people'),
      queryFn: async ({ signal }) =>
        readAuditPeople(await api.get(paths.auditPeople(practiceId), { signal, silent: true })),
    }),
  run: (practiceId: string, entry: AuditEntry, search: string) =>
    queryOptions({
      queryKey: practiceKey(
        practiceId,
        'audit-run',
        entry.action,
        entry.account?.id,
        entry.at,
        entry.run?.since,
        search,
      ),
      // The list shows its failure itself.
      queryFn: ({ signal }) => getRun(practiceId, entry, search, { signal, silent: true }),
      staleTime: Infinity,
    }),
}

/** Query for the latest readers of a client since a day; the caller shows failures. */
export const clientAccessLogQuery = (clientId: string, startDate: IsoDate | undefined) =>
  queryOptions({
    queryKey: clientKey(clientId, 'seen', startDate),
    queryFn: async ({ client, signal }) =>
      readClientAccessLog(
        await api.get(paths.clientReaders(clientId), {
          search: { page: 0, size: await possibleSize(client, MAX_PAGE_SIZE), startDate },
          signal,
          silent: true,
        }),
      ),
    staleTime: 0,
  })
