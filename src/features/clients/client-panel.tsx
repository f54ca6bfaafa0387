import { Children, type ReactNode, type Ref } from 'react'
import { useIntl } from 'react-intl'
import type { PageInfo } from '#contract/paging.ts'
import { Pager } from '#src/ui/navigation/pager.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import { FilterRow } from '#src/ui/forms/filter-row.tsx'
import { SearchBar } from '#src/ui/forms/search-bar.tsx'
import { HeadCell, Table } from '#src/ui/data/table.tsx'
import type { ClientList, ClientPage } from '#src/api/client-lists.ts'
import type { ClientSearch } from '#src/api/clients.ts'
import { countOf } from '#src/api/pages.ts'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import { useSearchLabel } from './client-name.tsx'

const NoClients = createLazyModule(async () => (await import('./no-clients.tsx')).NoClients)

interface Searched {
  practiceId: string
  list: ClientList
  search: ClientSearch
  onSearch: (query: string) => void
  filter?: ReactNode
  /** Ref of the element around the rows. */
  listRef?: Ref<HTMLDivElement>
}

/** Props of a client list, with its own rows or with rows to select. */
export interface ClientListProps extends Searched {
  data: ClientPage
}

interface ClientPanelProps extends Searched {
  page: PageInfo
  tools: ReactNode
  above?: ReactNode
  below?: ReactNode
  /** Whether rows start with a checkbox and have no actions. */
  picking?: boolean
  children: ReactNode
}

/** A page of clients with search, pager and empty state. */
export function ClientPanel({ practiceId, list, page, search, onSearch, ...parts }: ClientPanelProps) {
  const { filter, listRef, tools, above, below, picking = false, children } = parts
  const intl = useIntl()
  const rows = Children.toArray(children)
  return (
    <Panel>
      <PanelHead>
        <SearchBar label={useSearchLabel()} value={search.lastName} onSearch={onSearch} />
        <FilterRow>
          {filter}
          {tools}
        </FilterRow>
      </PanelHead>
      {above}
      {rows.length > 0 ? (
        <div ref={listRef}>
          <Table
            label={intl.formatMessage({ id: 'admin.nav.clients' })}
            fixed
            head={
              <>
                {picking && <HeadCell hidden width="4.5rem" label="admin.bulk.pick" />}
                <HeadCell width="20%" label="admin.clients.lastName" />
                <HeadCell width="22%" label="admin.clients.details" />
                <HeadCell room width="5.25rem" label="admin.clients.number" />
                <HeadCell room width="12%" label="admin.csv.city" />
                <HeadCell label="admin.clients.status" />
                {!picking && (
                  <HeadCell
                    hidden
                    width={list === 'registered' ? 'var(--actions, 13.25rem)' : '13.25rem'}
                    label="admin.clients.actions"
                  />
                )}
              </>
            }
          >
            {rows}
          </Table>
        </div>
      ) : (
        <NoClients practiceId={practiceId} list={list} search={search} total={page.totalElements} onSearch={onSearch} />
      )}
      <Pager page={search.page} totalPages={page.totalPages} totalElements={countOf({ page })} size={page.size} />
      {below}
    </Panel>
  )
}
