import type { RegisteredRouter } from '@tanstack/react-router'
import CloudOff from 'lucide-react/icons/cloud-off'
import { createRoot } from 'react-dom/client'
import { FormattedDate, FormattedMessage } from 'react-intl'
import { hasSignedOutSince } from '#src/session/other-tabs.ts'
import { PortalIntl } from '#src/lib/intl.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { clientShown, portalState, usePortal, userLoaded } from '#src/lib/store.ts'
import { clearToken, storeToken } from '#src/lib/token.ts'
import { Banner } from '#src/ui/feedback/banner.tsx'
import { showPersistentBanner } from '#src/ui/feedback/persistent-banner.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { secretOf, decrypt } from './encryption.ts'
import { OFFLINE_TOKEN, removeOfflineRecords } from './update-records.ts'
import { isTooOld, readStoredOwner } from './stored-owner.ts'
import { type OfflineRecords, restoreRecords } from './records.ts'
import { readEncryptedRecords } from './record-store.ts'

const OWN_PAGES = /^\/client\//

const moment = (at: number) => <FormattedDate value={at} dateStyle="long" timeStyle="short" />

/** Offers to open the records on the device, without a connection and without a session. */
export function offerOfflineRecords(router: RegisteredRouter): void {
  const owner = readStoredOwner()
  if (!owner || isTooOld(owner.keptAt) || portalState().session) return
  const close = showPersistentBanner(
    'offline',
    {
      text: <FormattedMessage id="core.offline.offer" values={{ moment: moment(owner.keptAt) }} />,
      action: <FormattedMessage id="core.offline.read" />,
      onAct: async () => {
        const records = await decryptRecords()
        if (!records) return
        close()
        await open(router, records)
      },
    },
    (message) => <PortalIntl>{message}</PortalIntl>,
  )
}

async function decryptRecords(): Promise<OfflineRecords | undefined> {
  const stored = await readEncryptedRecords().catch(() => undefined)
  let secret: BufferSource
  try {
    if (!stored) throw new Error('Nothing is kept')
    secret = await secretOf(stored.keys)
  } catch {
    showMessage('warning', stored ? 'core.offline.notUnlocked' : 'core.offline.gone')
    return undefined
  }
  const records = await decrypt(stored.keys, stored.content, secret)
    .then((content): OfflineRecords => JSON.parse(content))
    .catch(() => undefined)
  if (records && !isTooOld(records.keptAt) && !hasSignedOutSince(records.session.userId, records.keptAt)) return records
  await removeOfflineRecords()
  showMessage('warning', 'core.offline.gone')
  return undefined
}

/** Shows the age of the records above every page. A separate React root, because only the offline mode needs the banner. */
function showAsOf(keptAt: number): () => void {
  const place = document.createElement('div')
  document.body.prepend(place)
  const root = createRoot(place)
  const signIn = () => {
    clearToken()
    location.assign('/auth/login')
  }
  root.render(
    <PortalIntl>
      <Banner
        icon={CloudOff}
        actions={
          <Button variant="secondary" onClick={signIn}>
            <FormattedMessage id="core.header.login" />
          </Button>
        }
      >
        <FormattedMessage id="core.offline.asOf" values={{ moment: moment(keptAt) }} />
      </Banner>
    </PortalIntl>,
  )
  return () => {
    root.unmount()
    place.remove()
  }
}

/** Opens the portal with the kept records. The placeholder token is invalid, so the user signs in once online. */
async function open(router: RegisteredRouter, records: OfflineRecords): Promise<void> {
  const { queryClient, session: portalSession } = router.options.context
  const { pathname, href } = router.state.location
  // A start without a connection leaves the token in the tab.
  clearToken()
  await portalSession.restore({ pathname: '/', href: '/' }).catch(() => {})
  queryClient.clear()
  restoreRecords(queryClient, records)
  storeToken(OFFLINE_TOKEN)
  userLoaded(records.session)
  clientShown(records.clientId, records.practiceId)
  const close = showAsOf(records.keptAt)
  const unsubscribe = usePortal.subscribe(({ session }) => {
    if (session) return
    unsubscribe()
    close()
  })
  await router.navigate({ href: OWN_PAGES.test(pathname) ? href : '/client/portal/reminders', replace: true })
}
