import { useState } from 'react'
import { newUuid } from '#src/lib/new-uuid.ts'
import type { draftOf } from '#src/session/drafts.ts'
import type { FormDraft } from '#src/ui/forms/form-draft.tsx'

/**
 * Returns the draft of a message with the UUID that the server recognises a repeated message by, also after a reload.
 * `renew` chooses another UUID, for the next message.
 */
export function useMessageDraft(own: ReturnType<typeof draftOf>, photos: number) {
  const [uuid, setUuid] = useState(() => {
    const stored = own.read()?.extra?.['uuid']
    return typeof stored === 'string' ? stored : newUuid()
  })
  const [lostPhotos, setLostPhotos] = useState(() => {
    const stored = own.read()?.extra?.['photos']
    return typeof stored === 'number' ? stored : 0
  })
  const draft: FormDraft = {
    ...own,
    more: photos,
    keep: (typed) => own.keep({ ...typed, extra: { uuid, photos } }),
  }
  function renew() {
    setUuid(newUuid())
    setLostPhotos(0)
  }
  return { uuid, draft, lostPhotos, renew }
}
