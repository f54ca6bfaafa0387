import { mutationOptions, queryOptions } from '@tanstack/react-query'
import * as paths from '#contract/later-paths.ts'
import type { SharedView } from '#contract/schemas/shared-view.ts'
import type { NewShareLink, ShareLink } from '#contract/schemas/share-link.ts'
import { CARD_PARTS, type CardPart } from '#contract/share-link.ts'
import { canSignedOut } from '#src/lib/api-root.ts'
import { api } from './http.ts'
import { logbookEntry } from './logbook.ts'
import { patient } from './patients.ts'
import { reminder } from './reminders.ts'
import { clientKey } from './scope.ts'
import { type Fields, read } from './response-readers.ts'

// Share links of animals: beyond the specification.

const parts = read.requiredItems(read.enumValue(CARD_PARTS))
const fields = {
  uuid: read.requiredText,
  patientUuid: read.requiredText,
  parts,
  note: read.text,
  createdAt: read.requiredMoment,
  endsAt: read.requiredMoment,
  openedAt: read.moment,
} satisfies Fields<ShareLink>

export const readShareLinks = read.list(read.record<ShareLink>(fields))
const readNewCard = read.one(read.record<NewShareLink>({ ...fields, secret: read.requiredText }))

const named = read.record<SharedView['practice']>({ name: read.requiredText, phone: read.text })
export const readSharedView = read.one(
  read.record<SharedView>({
    practice: read.one(named),
    parts,
    endsAt: read.requiredMoment,
    patient: read.one(patient),
    logbook: read.requiredItems(logbookEntry),
    reminders: read.requiredItems(reminder),
    owner: named,
  }),
)

export const shareLinkQueries = {
  /** All share links of the client; the dialog shows the links of one animal. */
  list: (clientId: string) =>
    queryOptions({
      queryKey: clientKey(clientId, 'shared-cards'),
      queryFn: async ({ signal }) => readShareLinks(await api.get(paths.shareLinks(clientId), { signal })),
      // A link may have been opened a moment ago.
      staleTime: 5000,
    }),
  /** Shared view for the secret of a link; null if the link has ended or never existed. */
  opened: (secret: string) =>
    queryOptions({
      queryKey: ['shared-card', secret],
      queryFn: async () => {
        if (!secret || !canSignedOut('card-sharing')) return null
        const response = await api.get(paths.sharedView, { token: secret, nullOn404: true })
        return response === null ? null : readSharedView(response)
      },
      staleTime: Infinity,
    }),
}

interface Wanted {
  parts: readonly CardPart[]
  note: string
}

const outdatesCards = (clientId: string) => ({ invalidates: shareLinkQueries.list(clientId).queryKey })

/** The dialog shows failures. */
export const shareLinkMutations = {
  /** The cache does not keep the secret of the response. */
  share: (clientId: string, patientId: string) =>
    mutationOptions({
      mutationFn: async ({ parts, note }: Wanted) => {
        const json = { parts, ...(note.trim() && { note: note.trim() }) }
        return readNewCard(await api.post(paths.newShareLink(clientId, patientId), { json, silent: true }))
      },
      gcTime: 0,
      meta: outdatesCards(clientId),
    }),

  /** A link that has ended meanwhile (404) is a success. */
  revoke: (clientId: string) =>
    mutationOptions({
      mutationFn: (cardId: string) => api.delete(paths.shareLink(clientId, cardId), { silent: true, nullOn404: true }),
      meta: outdatesCards(clientId),
    }),
}
