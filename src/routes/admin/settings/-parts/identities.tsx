import { useMutation, useQuery } from '@tanstack/react-query'
import Building2 from 'lucide-react/icons/building-2'
import Link2Off from 'lucide-react/icons/link-2-off'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { UserIdentity } from '#contract/schemas/session.ts'
import { useCan } from '#src/api/capabilities.ts'
import { identityQueries, unlinkIdentity } from '#src/api/oidc.ts'
import { secondFactorQueries } from '#src/api/second-factor.ts'
import { ProofDialog } from '#src/features/account/form-proof.tsx'
import { issuerName } from '#src/features/account/oidc.tsx'
import { Setting } from '#src/features/account/setting.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { Item, Items } from '#src/ui/data/items.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { LoadFailure } from '#src/ui/feedback/load-failure.tsx'
import { Button } from '#src/ui/forms/button.tsx'

/** Identities of the user at the OpenID Connect issuer. */
export function IdentitiesSetting() {
  const isAvailable = useCan('oidc')
  const name = issuerName(useIntl())
  return (
    isAvailable && (
      <Setting id="identity" title={<FormattedMessage id="client.identity.title" values={{ name }} />}>
        <Identities name={name} />
      </Setting>
    )
  )
}

function Identities({ name }: { name: string }) {
  const query = useQuery(identityQueries.own())
  const { data } = query
  const [toUnlink, setToUnlink] = useState<UserIdentity>()
  return (
    <>
      <LoadFailure query={query} />
      {data && (
        <p className="muted">
          <FormattedMessage id={data.length > 0 ? 'client.identity.text' : 'client.identity.none'} values={{ name }} />
        </p>
      )}
      {data && data.length > 0 && (
        <Items bare>
          {data.map((identity) => (
            <IdentityItem
              key={identity.id}
              identity={identity}
              onUnlink={() => void ProofDialog.openAfterImport(() => setToUnlink(identity))}
            />
          ))}
        </Items>
      )}
      {toUnlink && <UnlinkDialog identity={toUnlink} onClose={() => setToUnlink(undefined)} />}
    </>
  )
}

function IdentityItem({ identity, onUnlink }: { identity: UserIdentity; onUnlink: () => void }) {
  const { issuer, linkedAt, lastUsedAt } = identity
  const intl = useIntl()
  const day = (moment: string) => intl.formatDate(moment, { dateStyle: 'long' })
  return (
    <Item
      tile={<Tile icon={Building2} />}
      title={issuer.replace(/^https?:\/\//, '')}
      sub={
        linkedAt && (
          <FormattedMessage
            id="client.identity.dates"
            values={{ linked: day(linkedAt), used: day(lastUsedAt || linkedAt) }}
          />
        )
      }
      when={
        <Button variant="secondary" icon={Link2Off} onClick={onUnlink}>
          <FormattedMessage id="client.identity.unlink" />
        </Button>
      }
    />
  )
}

function UnlinkDialog({ identity, onClose }: { identity: UserIdentity; onClose: () => void }) {
  const { mutateAsync } = useMutation(unlinkIdentity(identity.id))
  // One of the password and the passkeys is proof enough, as for removing a passkey.
  const { data } = useQuery(secondFactorQueries.own())
  return (
    <ProofDialog
      title={<FormattedMessage id="client.identity.unlinkTitle" />}
      action={<FormattedMessage id="client.identity.unlink" />}
      variant="danger"
      means={data && { hasPassword: data.hasPassword, hasPasskeys: data.passkeys > 0 }}
      byCode={{ 'last-way-in': { text: <FormattedMessage id="client.identity.lastWayIn" /> } }}
      act={async (proof) => {
        await mutateAsync(proof)
        showMessage('success', 'client.identity.unlinked')
        onClose()
      }}
      onClose={onClose}
    >
      <p>
        <FormattedMessage id="client.identity.unlinkText" />
      </p>
    </ProofDialog>
  )
}
