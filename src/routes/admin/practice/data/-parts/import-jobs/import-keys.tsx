import { ConfirmedButton } from '#src/features/confirmed-action.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useRef, useState } from 'react'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import type { ImportKey } from '#contract/schemas/imports.ts'
import type { FactorProof } from '#contract/schemas/second-factor.ts'
import { KEY_SCOPES, MAX_IMPORT_KEYS } from '#contract/imports.ts'
import { useCan } from '#src/api/capabilities.ts'
import { importMutations, importQueries } from '#src/api/imports.ts'
import { ProofDialog } from '#src/features/account/form-proof.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { Item, Items } from '#src/ui/data/items.tsx'
import { Status } from '#src/ui/data/status.tsx'
import { LoadFailure } from '#src/ui/feedback/load-failure.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import styles from './import-jobs.module.css'
import { ConnectionCheck } from './connection-check.tsx'
import { NewKeyDialog, keyDraft } from './new-key-dialog.tsx'
import { SupplierText } from './supplier-text.tsx'

export function ImportKeys({ practiceId }: { practiceId: string }) {
  const query = useQuery(importQueries.keys(practiceId))
  const { data: keys, isError } = query
  const hasChecks = useCan('export-check')
  // A restored draft opens the dialog at once.
  const [isMaking, setMaking] = useState(() => keyDraft(practiceId).read() !== undefined)
  const make = useRef<HTMLDivElement>(null)
  if (isError && !keys) {
    return (
      <div className={styles.part}><LoadFailure query={query}><FormattedMessage id="admin.imports.keysFailed" /></LoadFailure>
      </div>
    )
  }
  if (!keys) return null
  return (
    <div className={styles.part} ref={make}>
      <h3>
        <FormattedMessage id="admin.imports.keys" />
      </h3>
      {keys.length === 0 ? (
        <p className="muted">
          <FormattedMessage id="admin.imports.noKeys" />
        </p>
      ) : (
        <Items plain bare>
          {keys.map((key) => (
            <Item
              key={key.id}
              title={key.name}
              sub={<About shown={key} />}
              stacked
              when={
                <div className={styles.row}>
                  {key.ended && (
                    <Status tone="bad">
                      <FormattedMessage id="admin.imports.endedStatus" />
                    </Status>
                  )}
                  {key.makerLeft && !key.ended && <KeepKey practiceId={practiceId} shown={key} />}
                  <RevokeKey
                    practiceId={practiceId}
                    shown={key}
                    onRevoked={() => make.current?.querySelector<HTMLElement>(':scope > button')?.focus()}
                  />
                </div>
              }
            />
          ))}
        </Items>
      )}
      {keys.length >= MAX_IMPORT_KEYS ? (
        <p className="muted small">
          <FormattedMessage id="admin.imports.mostKeys" values={{ most: MAX_IMPORT_KEYS }} />
        </p>
      ) : (
        <Button variant="secondary" icon={Plus} onClick={() => void ProofDialog.openAfterImport(() => setMaking(true))}>
          <FormattedMessage id="admin.imports.makeKey" />
        </Button>
      )}
      {hasChecks && keys.length > 0 && <ConnectionCheck practiceId={practiceId} />}
      {hasChecks && <SupplierText practiceId={practiceId} />}
      {isMaking && <NewKeyDialog practiceId={practiceId} onClose={() => setMaking(false)} />}
    </div>
  )
}

function About({ shown: { scopes, madeAt, madeBy, lastUsedAt, endsAt, ended, makerLeft } }: { shown: ImportKey }) {
  const intl = useIntl()
  const hasScopes = useCan('key-scopes')
  return (
    <>
      {hasScopes && (
        <span>
          {/* Later versions of the API may have more scopes. */}
          {intl.formatList(
            scopes.map((scope) =>
              KEY_SCOPES.includes(scope) ? intl.formatMessage({ id: `admin.imports.scopes.${scope}` }) : scope,
            ),
            { type: 'unit' },
          )}
          {' · '}
        </span>
      )}
      <span>
        <FormattedMessage
          id={madeBy ? 'admin.imports.madeBy' : 'admin.imports.made'}
          values={{ day: <Day at={madeAt} />, name: madeBy }}
        />
      </span>
      <span>{' · '}</span>
      <span>
        {lastUsedAt ? (
          <FormattedMessage id="admin.imports.used" values={{ day: <Moment at={lastUsedAt} /> }} />
        ) : (
          <FormattedMessage id="admin.imports.unused" />
        )}
      </span>
      <span>{' · '}</span>
      <span>
        <FormattedMessage
          id={ended ? 'admin.imports.ended' : 'admin.imports.ends'}
          values={{ day: <Day at={endsAt} /> }}
        />
      </span>
      {makerLeft && !ended && (
        <p className={styles.left}>
          <FormattedMessage id="admin.imports.makerLeft" />
        </p>
      )}
    </>
  )
}

const Day = ({ at }: { at: string }) => <FormattedDate value={at} day="numeric" month="long" year="numeric" />
const Moment = ({ at }: { at: string }) => (
  <FormattedDate value={at} day="numeric" month="long" year="numeric" hour="2-digit" minute="2-digit" />
)

interface KeyProps {
  practiceId: string
  shown: ImportKey
}

/** Lets an admin take over a key whose creator has left. */
function KeepKey({ practiceId, shown: { id, name, endsAt } }: KeyProps) {
  const intl = useIntl()
  const { mutateAsync } = useMutation(importMutations.takeOverKey(practiceId, id))
  const [isDialogOpen, setDialogOpen] = useState(false)

  async function keep(proof: FactorProof) {
    await mutateAsync(proof)
    showMessage('success', 'admin.imports.kept', { name })
    setDialogOpen(false)
  }

  return (
    <>
      <Button
        variant="secondary"
        aria-label={intl.formatMessage({ id: 'admin.imports.keepName' }, { name })}
        onClick={() => void ProofDialog.openAfterImport(() => setDialogOpen(true))}
      >
        <FormattedMessage id="admin.imports.keep" />
      </Button>
      {isDialogOpen && (
        <ProofDialog
          title={<FormattedMessage id="admin.imports.keepTitle" values={{ name }} />}
          action={<FormattedMessage id="admin.imports.keep" />}
          act={keep}
          byCode={{ conflict: { text: <FormattedMessage id="admin.imports.keptMeanwhile" /> } }}
          onClose={() => setDialogOpen(false)}
        >
          <p>
            <FormattedMessage id="admin.imports.keepText" values={{ day: <Day at={endsAt} /> }} />
          </p>
        </ProofDialog>
      )}
    </>
  )
}

interface RevokeKeyProps extends KeyProps {
  onRevoked: () => void
}

function RevokeKey({ practiceId, shown: { id, name }, onRevoked }: RevokeKeyProps) {
  const intl = useIntl()
  const revoking = useMutation(importMutations.revokeKey(practiceId, id))
  return (
    <ConfirmedButton
      renderButton={(openDialog) => (
        <Button
          variant="danger-quiet"
          aria-label={intl.formatMessage({ id: 'admin.imports.revokeName' }, { name })}
          onClick={openDialog}
        >
          <FormattedMessage id="admin.imports.revoke" />
        </Button>
      )}
      title={<FormattedMessage id="admin.imports.revokeTitle" values={{ name }} />}
      confirmLabel={<FormattedMessage id="admin.imports.revoke" />}
      act={async (close) => {
        await revoking.mutateAsync()
        close()
        showMessage('success', 'admin.imports.revoked')
        // The refetched list no longer contains the pressed button.
        onRevoked()
      }}
    >
      <p>
        <FormattedMessage id="admin.imports.revokeText" />
      </p>
    </ConfirmedButton>
  )
}
