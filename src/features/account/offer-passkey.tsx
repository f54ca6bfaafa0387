import type { RegisteredRouter } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { isClinicUser } from '#contract/roles.ts'
import { can } from '#src/api/capabilities.ts'
import { passkeyQueries } from '#src/api/passkeys.ts'
import { PASSKEY_OFFERED_STORAGE } from '#src/lib/constants.ts'
import { hasAuthenticator } from '#src/lib/has-authenticator.ts'
import { PortalIntl } from '#src/lib/intl.tsx'
import { deviceStorage } from '#src/lib/storage.ts'
import { portalState, usePortal } from '#src/lib/store.ts'
import { showPersistentBanner } from '#src/ui/feedback/persistent-banner.tsx'

/** Offers a passkey after a sign-in by password, once per device that supports passkeys. */
export async function offerPasskey(router: RegisteredRouter): Promise<void> {
  const { queryClient } = router.options.context
  if (deviceStorage.getItem(PASSKEY_OFFERED_STORAGE) || !(await hasAuthenticator())) return
  if (!(await can(queryClient, 'passkeys'))) return
  const { passkeys } = await queryClient.query(passkeyQueries.all())
  const { session } = portalState()
  // While a practice must be chosen, the offer is postponed to the next sign-in.
  if (passkeys.length > 0 || !session || router.state.location.pathname.startsWith('/auth')) return
  deviceStorage.setItem(PASSKEY_OFFERED_STORAGE, 'yes')
  const close = showPersistentBanner(
    'passkey',
    {
      text: <FormattedMessage id="client.passkeys.offer" />,
      action: <FormattedMessage id="client.passkeys.make" />,
      async onAct() {
        close()
        await router.navigate({
          to: isClinicUser(session) ? '/admin/settings' : '/client/portal/settings',
          hash: 'passkeys',
        })
      },
    },
    (message) => <PortalIntl>{message}</PortalIntl>,
  )
  const unsubscribe = usePortal.subscribe((state) => {
    if (state.session) return
    unsubscribe()
    close()
  })
}
