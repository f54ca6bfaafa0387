import { queryOptions } from '@tanstack/react-query'
import { can } from './capabilities.ts'
import { clientKey } from './scope.ts'

/** First page of a client's forms, for the menu. Its code is loaded with the call, after the first paint. Null: the API has none. */
export const listedFormsQuery = (clientId: string) =>
  queryOptions({
    queryKey: clientKey(clientId, 'forms', 'listed'),
    queryFn: async ({ client }) => {
      if (!(await can(client, 'forms'))) return null
      const { getForms } = await import('./forms.ts')
      return getForms(clientId, 0, { silent: true, isBackground: true })
    },
  })
