import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { clientPage, user } from './queries.ts'

export function Clients() {
  const { page } = useSearch({ from: '/admin/clients/registered' })
  const { data: who } = useSuspenseQuery(user())
  const { data } = useSuspenseQuery(clientPage(who.practiceId!, page))
  return (
    <main>
      <h1>
        <FormattedMessage id="admin.nav.clients" />
      </h1>
      <table>
        <thead>
          <tr>
            <th>
              <FormattedMessage id="admin.clients.lastName" />
            </th>
            <th>
              <FormattedMessage id="admin.clients.details" />
            </th>
            <th>
              <FormattedMessage id="admin.clients.status" />
            </th>
          </tr>
        </thead>
        <tbody>
          {data.content.map(({ uuid, lastName, callName, firstName, companyName, locked }) => (
            <tr key={uuid}>
              <td>{lastName}</td>
              <td>{[callName ?? firstName, companyName].filter(Boolean).join(', ')}</td>
              <td>{locked && <FormattedMessage id="admin.clients.locked" />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Link to="/admin/clients/registered" search={{ page: page + 1 }}>
        <FormattedMessage id="core.pager.next" />
      </Link>
    </main>
  )
}
