import { Users } from 'lucide-react'
import { Children, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { PageInfo } from '#contract/paging.ts'
import { Button } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Pager } from '#src/ui/pager.tsx'
import { Panel, PanelHead } from '#src/ui/panel.tsx'
import { SearchBar } from '#src/ui/search-bar.tsx'
import { HeadCell, Table } from '#src/ui/table.tsx'
import type { ClientSearch } from './queries.ts'

interface ClientPanelProps {
  page: PageInfo
  search: ClientSearch
  onSearch: (lastName: string) => void
  emptyTitle: ReactNode
  empty: ReactNode
  /** Beside the search. */
  tools: ReactNode
  above?: ReactNode
  below?: ReactNode
  /** The rows begin with a checkbox, and have no actions. */
  picking?: boolean
  /** The rows. */
  children: ReactNode
}

/** A page of clients: the search above it, the pager below it, and a word where it is empty. */
export function ClientPanel({ page, search, onSearch, emptyTitle, empty, ...parts }: ClientPanelProps) {
  const { tools, above, below, picking = false, children } = parts
  const intl = useIntl()
  const rows = Children.toArray(children)
  return (
    <Panel>
      <PanelHead>
        <SearchBar
          label={intl.formatMessage({ id: 'admin.clients.search' })}
          value={search.lastName}
          onSearch={onSearch}
        />
        {tools}
      </PanelHead>
      {above}
      {rows.length > 0 ? (
        <Table
          label={intl.formatMessage({ id: 'admin.nav.clients' })}
          fixed
          head={
            <>
              {picking && (
                <HeadCell hidden width="4.5rem">
                  <FormattedMessage id="admin.bulk.pick" />
                </HeadCell>
              )}
              <HeadCell width="29%">
                <FormattedMessage id="admin.clients.lastName" />
              </HeadCell>
              <HeadCell width="35%">
                <FormattedMessage id="admin.clients.details" />
              </HeadCell>
              <HeadCell>
                <FormattedMessage id="admin.clients.status" />
              </HeadCell>
              {!picking && (
                <HeadCell hidden width="13rem">
                  <FormattedMessage id="admin.clients.actions" />
                </HeadCell>
              )}
            </>
          }
        >
          {rows}
        </Table>
      ) : (
        <NoRows {...{ page, search, onSearch, emptyTitle, empty }} />
      )}
      {page.totalElements > 0 && (
        <Pager page={search.page} totalPages={page.totalPages} totalElements={page.totalElements} size={page.size} />
      )}
      {below}
    </Panel>
  )
}

function NoRows({ page, search, onSearch, emptyTitle, empty }: Omit<ClientPanelProps, 'tools' | 'children'>) {
  if (page.totalElements > 0) {
    return (
      <Empty
        title={<FormattedMessage id="admin.clients.beyondTitle" />}
        actions={
          <Button variant="secondary" onClick={() => onSearch(search.lastName)}>
            <FormattedMessage id="admin.clients.firstPage" />
          </Button>
        }
      >
        <FormattedMessage id="admin.clients.beyond" />
      </Empty>
    )
  }
  if (search.lastName) {
    return (
      <Empty
        title={<FormattedMessage id="admin.clients.emptyTitle" />}
        actions={
          <Button variant="secondary" onClick={() => onSearch('')}>
            <FormattedMessage id="admin.clients.clearSearch" />
          </Button>
        }
      >
        <FormattedMessage id="admin.clients.emptySearch" values={{ lastName: search.lastName }} />
      </Empty>
    )
  }
  return (
    <Empty icon={Users} title={emptyTitle}>
      {empty}
    </Empty>
  )
}
