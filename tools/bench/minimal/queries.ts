import type { User } from '#contract/schemas/user.ts'
import type { ClientListItem } from '#contract/schemas/client.ts'
import { queryOptions } from '@tanstack/react-query'
import { decodeJwt } from 'jose'
import ky from 'ky'
import { create } from 'zustand'
import { type Page, PAGE_SIZE } from '#contract/paging.ts'
import * as paths from '#contract/paths.ts'
import { TOKEN_STORAGE } from '#src/lib/constants.ts'

/** Session token of the tab; null if absent or expired. */
export const useToken = create<{ token: string | null }>()(() => ({
  token: valid(sessionStorage.getItem(TOKEN_STORAGE)),
}))

function valid(token: string | null): string | null {
  return token && (decodeJwt(token).exp ?? 0) * 1000 > Date.now() ? token : null
}

const api = ky.create({
  prefix: '/api',
  retry: 0,
  hooks: {
    beforeRequest: [({ request }) => request.headers.set('authorization', useToken.getState().token ?? '')],
  },
})

export async function signIn(credentials: { username: string; password: string }): Promise<void> {
  const { token } = await api.post(paths.authenticate, { json: credentials }).json<{ token: string }>()
  sessionStorage.setItem(TOKEN_STORAGE, token)
  useToken.setState({ token })
}

/** Query of the signed-in user. The specification requires a portal to refresh the token when a session resumes. */
export const user = () =>
  queryOptions({
    queryKey: ['user'],
    queryFn: async () => {
      useToken.setState(await api.get(paths.refresh).json<{ token: string }>())
      return await api.get(paths.user).json<User>()
    },
    staleTime: Infinity,
  })

export const clientPage = (practiceId: string, page: number) =>
  queryOptions({
    queryKey: ['clients', practiceId, page],
    queryFn: () =>
      api
        .get(paths.practiceClients(practiceId), { searchParams: { page: page - 1, size: PAGE_SIZE } })
        .json<Page<ClientListItem>>(),
    staleTime: 30_000,
  })
