import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, RotateCw, Trash } from 'lucide-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Passkey } from '#contract/passkey.ts'
import { useCan } from '#src/api/capabilities.ts'
import { passkeyQueries, removePasskey } from '#src/api/passkeys.ts'
import { showMessage } from '#src/lib/messages.ts'
import { failureText } from '#src/lib/problems.tsx'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { Item, Items } from '#src/ui/data/items.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import type { PasskeyDialogProps } from './passkey-dialog.tsx'
import { Setting } from './setting.tsx'

/** The keys by which somebody signs in without a password. */
export function PasskeysSetting() {
  const isThere = useCan('passkeys')
  return (
    isThere && (
      <Setting id="passkeys" title={<FormattedMessage id="client.passkeys.title" />}>
        <OwnPasskeys />
      </Setting>
    )
  )
}

function OwnPasskeys() {
  const { data, isError, isFetching, refetch } = useQuery(passkeyQueries.all())
  const [Dialog, setDialog] = useState<ComponentType<PasskeyDialogProps>>()
  const [removed, setRemoved] = useState<Passkey>()
  const opening = useAsyncAction(async () => {
    const { PasskeyDialog } = await import('./passkey-dialog.tsx')
    setDialog(() => PasskeyDialog)
  })
  return (
    <>
      <p className="muted">
        <FormattedMessage id="client.passkeys.text" />
      </p>
      {isError && !data && (
        <Button variant="secondary" icon={RotateCw} busy={isFetching} onClick={() => void refetch()}>
          <FormattedMessage id="core.buttons.retry" />
        </Button>
      )}
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
            <PasskeyItem key={passkey.id} passkey={passkey} onRemove={() => setRemoved(passkey)} />
          ))}
        </Items>
      )}
      {data && Dialog && (
        <Dialog
          hasPassword={data.hasPassword}
          hasPasskeys={data.passkeys.length > 0}
          onClose={() => setDialog(undefined)}
        />
      )}
      {removed && <RemoveDialog passkey={removed} onClose={() => setRemoved(undefined)} />}
    </>
  )
}

function PasskeyItem({
  passkey: { name, createdAt, lastUsedAt },
  onRemove,
}: {
  passkey: Passkey
  onRemove: () => void
}) {
  const intl = useIntl()
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
          onClick={onRemove}
        >
          <FormattedMessage id="client.passkeys.remove" />
        </Button>
      }
    />
  )
}

function RemoveDialog({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [problem, setProblem] = useState<ReactNode>()
  const { busy, run } = useAsyncAction(async () => {
    setProblem(undefined)
    try {
      await removePasskey(queryClient, id)
    } catch (error) {
      return setProblem(failureText(error) ?? <FormattedMessage id="core.errors.generalError" />)
    }
    showMessage('success', 'client.passkeys.removed', { name })
    onClose()
  })
  return (
    <ConfirmDialog
      title={<FormattedMessage id="client.passkeys.removeTitle" values={{ name }} />}
      confirmLabel={<FormattedMessage id="client.passkeys.remove" />}
      busy={busy}
      problem={problem}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        <FormattedMessage id="client.passkeys.removeText" />
      </p>
    </ConfirmDialog>
  )
}
