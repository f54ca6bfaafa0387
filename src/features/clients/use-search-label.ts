import { useIntl } from 'react-intl'
import { useCan } from '#src/api/capabilities.ts'

/** What a search for clients looks into. */
export const useSearchLabel = () =>
  useIntl().formatMessage({ id: useCan('client-search') ? 'admin.clients.searchAll' : 'admin.clients.search' })
