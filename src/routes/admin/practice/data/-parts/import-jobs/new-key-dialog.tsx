import { useMutation } from '@tanstack/react-query'
import Copy from 'lucide-react/icons/copy'
import { useId, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { NewImportKey } from '#contract/schemas/imports.ts'
import { KEY_SCOPES, type KeyPurpose, MAX_KEY_DAYS } from '#contract/imports.ts'
import { MAX_KEY_NAME } from '#contract/text.ts'
import { useCan } from '#src/api/capabilities.ts'
import { importMutations } from '#src/api/imports.ts'
import { ProofDialog } from '#src/features/account/form-proof.tsx'
import { apiRoot } from '#src/lib/api-root.ts'
import { draftOf } from '#src/session/drafts.ts'
import { Dialog } from '#src/ui/feedback/dialog.tsx'
import { Message } from '#src/ui/feedback/message.tsx'
import { Button, IconButton } from '#src/ui/forms/button.tsx'
import { CheckboxGroupField } from '#src/ui/forms/checkbox-group-field.tsx'
import { Field, fieldAttributes } from '#src/ui/forms/field.tsx'
import { SelectField } from '#src/ui/forms/select-field.tsx'
import { TextField } from '#src/ui/forms/text-field.tsx'
import input from '#src/ui/forms/input.module.css'
import styles from './import-jobs.module.css'

/** Validity periods in days; a shorter one would expire unnoticed. */
const DAYS = [90, 180, MAX_KEY_DAYS]

const schema = async () => (await import('#contract/schemas/imports.ts')).newImportKeyFormSchema

interface NewKeyDialogProps {
  practiceId: string
  onClose: () => void
}

export const keyDraft = (practiceId: string) => draftOf('import-key', practiceId)

/** Asks for the scopes of a key, then shows the new key once. */
export function NewKeyDialog({ practiceId, onClose }: NewKeyDialogProps) {
  const intl = useIntl()
  const { mutateAsync } = useMutation(importMutations.makeKey(practiceId))
  const [hasRequests, hasScopes] = [useCan('requests'), useCan('key-scopes')]
  const scopes = KEY_SCOPES.filter((scope) => hasRequests || scope === 'import:write')
  // Component state is the only copy of the key; closing the dialog discards it.
  const [created, setCreated] = useState<NewImportKey>()
  const draft = keyDraft(practiceId)
  function cancel() {
    draft.forget()
    onClose()
  }
  if (created) return <CreatedKey practiceId={practiceId} made={created} onClose={onClose} />
  return (
    <ProofDialog
      title={<FormattedMessage id="admin.imports.makeKey" />}
      action={<FormattedMessage id="admin.imports.makeKey" />}
      initialValues={{ name: '', scopes: ['import:write'], days: String(MAX_KEY_DAYS) }}
      schema={schema}
      draft={draft}
      act={async (proof, { name = '', scopes: chosen = [], days }) => {
        const request = { name: String(name).trim(), days: Number(days), proof }
        setCreated(
          await mutateAsync({ ...request, ...(hasScopes && { scopes: scopes.filter((each) => chosen.includes(each)) }) }),
        )
      }}
      onClose={cancel}
    >
      <p>
        <FormattedMessage id="admin.imports.makeText" />
      </p>
      <TextField
        name="name"
        max={MAX_KEY_NAME}
        required
        autoComplete="off"
        label={<FormattedMessage id="admin.imports.keyName" />}
      />
      {hasScopes && scopes.length > 1 && (
        <CheckboxGroupField
          name="scopes"
          required
          label={<FormattedMessage id="admin.imports.scope" />}
          options={scopes.map((scope) => ({
            value: scope,
            label: intl.formatMessage({ id: `admin.imports.scopes.${scope}` }),
          }))}
        />
      )}
      <SelectField
        name="days"
        label={<FormattedMessage id="admin.imports.daysLabel" />}
        options={DAYS.map((days) => ({
          value: String(days),
          label: intl.formatMessage({ id: 'admin.imports.days' }, { days }),
        }))}
      />
    </ProofDialog>
  )
}

/** First API call of a system with such a key. */
const CALLS = {
  import: { method: 'PUT', path: 'import', query: 'sequence=…' },
  requests: { method: 'GET', path: 'requests', query: 'after=…' },
} as const satisfies Record<KeyPurpose, object>

function CreatedKey({ practiceId, made, onClose }: NewKeyDialogProps & { made: NewImportKey }) {
  const { formatMessage } = useIntl()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<'copied' | 'selected'>()
  const { method, path, query } = CALLS[made.purpose]
  const address = new URL(`${apiRoot}/practice/${encodeURIComponent(practiceId)}/${path}`, location.href).href

  async function copy() {
    try {
      await navigator.clipboard.writeText(made.key)
      setCopied('copied')
    } catch {
      field.current?.select()
      setCopied('selected')
    }
  }

  return (
    <Dialog
      title={<FormattedMessage id="admin.imports.madeTitle" values={{ name: made.name }} />}
      foot={
        <Button variant="primary" onClick={onClose}>
          <FormattedMessage id="admin.imports.close" />
        </Button>
      }
      onClose={onClose}
    >
      <p>
        <FormattedMessage id="admin.imports.madeText" />
      </p>
      <Field id={id} label={<FormattedMessage id="admin.imports.key" />}>
        <div className={styles.row}>
          <input
            {...fieldAttributes({ id })}
            ref={field}
            className={input.input}
            readOnly
            spellCheck={false}
            autoComplete="off"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- replaces the focused button
            autoFocus
            value={made.key}
            onFocus={({ target }) => target.select()}
          />
          <IconButton icon={Copy} label={formatMessage({ id: 'admin.imports.copy' })} onClick={() => void copy()} />
        </div>
      </Field>
      <p className={styles.address}>
        <span>
          <FormattedMessage
            id={made.purpose === 'requests' ? 'admin.imports.requestsAddress' : 'admin.imports.address'}
          />
        </span>
        <code translate="no">
          {method} {address}?{query}
        </code>
      </p>
      {copied && (
        <Message kind={copied === 'copied' ? 'success' : 'info'}>
          <FormattedMessage id={copied === 'copied' ? 'admin.imports.copied' : 'admin.imports.selected'} />
        </Message>
      )}
    </Dialog>
  )
}
