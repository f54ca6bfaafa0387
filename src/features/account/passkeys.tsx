import { useQuery } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import Trash from 'lucide-react/icons/trash'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Passkey } from '#contract/schemas/passkey.ts'
import { useCan } from '#src/api/capabilities.ts'
import { passkeyQueries } from '#src/api/passkeys.ts'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { Item, Items } from '#src/ui/data/items.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { LoadFailure } from '#src/ui/feedback/load-failure.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { passkeyDraft } from './passkey-draft.ts'
import { Setting } from './setting.tsx'

const PasskeyDialog = createLazyModule(async () => (await import('./passkey-dialog.tsx')).PasskeyDialog)
const PasskeyRemovalDialog = createLazyModule(
  async () => (await import('./passkey-removal-dialog.tsx')).PasskeyRemovalDialog,
)

/** Passkeys of the user, for signing in without a password. */
export function PasskeysSetting() {
  const isAvailable = useCan('passkeys')
  return (
    isAvailable && (
      <Setting id="passkeys" title={<FormattedMessage id="client.passkeys.title" />}>
        <OwnPasskeys />
      </Setting>
    )
  )
}

function OwnPasskeys() {
  const query = useQuery(passkeyQueries.all())
  const { data } = query
  // A restored draft opens the dialog at once.
  const [isAdding, setAdding] = useState(() => passkeyDraft().read() !== undefined)
  const [toRemove, setToRemove] = useState<Passkey>()
  const opening = useAsyncAction(() => PasskeyDialog.openAfterImport(() => setAdding(true)))
  return (
    <>
      <p className="muted">
        <FormattedMessage id="client.passkeys.text" />
      </p>
      <LoadFailure query={query} />
      {data &&
        ('PublicKeyCredential' in globalThis ? (
          <Button variant="secondary" icon={KeyRound} busy={opening.busy} onClick={opening.run}>
            <FormattedMessage id="client.passkeys.add" />
          </Button>
        ) : (
          <p>
            <FormattedMessage id="client.passkeys.unsupported" />
          </p>
        ))}
      {data && data.passkeys.length > 0 && (
        <Items bare>
          {data.passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} onRemove={setToRemove} />
          ))}
        </Items>
      )}
      {data && isAdding && (
        <PasskeyDialog
          hasPassword={data.hasPassword}
          hasPasskeys={data.passkeys.length > 0}
          onClose={() => setAdding(false)}
        />
      )}
      {data && toRemove && (
        <PasskeyRemovalDialog
          passkey={toRemove}
          hasPassword={data.hasPassword}
          onClose={() => setToRemove(undefined)}
        />
      )}
    </>
  )
}

function PasskeyItem({ passkey, onRemove }: { passkey: Passkey; onRemove: (passkey: Passkey) => void }) {
  const { name, createdAt, lastUsedAt } = passkey
  const intl = useIntl()
  const opening = useAsyncAction(() => PasskeyRemovalDialog.openAfterImport(() => onRemove(passkey)))
  const day = (moment: string) => intl.formatDate(moment, { dateStyle: 'long' })
  return (
    <Item
      tile={<Tile icon={KeyRound} />}
      title={name}
      sub={
        <>
          {createdAt && <FormattedMessage id="client.passkeys.made" values={{ date: day(createdAt) }} />}{' '}
          {lastUsedAt ? (
            <FormattedMessage id="client.passkeys.used" values={{ date: day(lastUsedAt) }} />
          ) : (
            <FormattedMessage id="client.passkeys.unused" />
          )}
        </>
      }
      when={
        <Button
          variant="secondary"
          icon={Trash}
          aria-label={intl.formatMessage({ id: 'client.passkeys.removeThis' }, { name })}
          busy={opening.busy}
          onClick={opening.run}
        >
          <FormattedMessage id="client.passkeys.remove" />
        </Button>
      }
    />
  )
}
