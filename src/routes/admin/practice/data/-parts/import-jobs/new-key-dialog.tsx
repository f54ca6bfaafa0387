import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { NewImportKey } from '#contract/schemas/imports.ts'
import { KEY_SCOPES, type KeyPurpose, type KeyScope, MAX_KEY_DAYS } from '#contract/imports.ts'
import { MAX_KEY_NAME } from '#contract/text.ts'
import { useCan } from '#src/api/capabilities.ts'
import { importMutations } from '#src/api/imports.ts'
import { ProofDialog } from '#src/features/account/form-proof.tsx'
import { ShownOnce } from '#src/features/shown-once.tsx'
import { apiRoot } from '#src/lib/api-root.ts'
import { draftOf } from '#src/session/drafts.ts'
import { CheckboxGroupField } from '#src/ui/forms/checkbox-group-field.tsx'
import { SelectField } from '#src/ui/forms/select-field.tsx'
import { TextField } from '#src/ui/forms/text-field.tsx'
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
  const hasForms = useCan('forms')
  const [hasChanges, hasPrices] = [useCan('client-changes'), useCan('price-list')]
  const [hasEstimates, hasVisits] = [useCan('estimates'), useCan('visits')]
  const isOffered: Record<KeyScope, boolean> = {
    'import:write': true,
    'requests:read': hasRequests,
    'requests:answer': hasRequests,
    'clients:read': hasChanges,
    'prices:write': hasPrices,
    'forms:read': hasForms,
    'forms:write': hasForms,
    'estimates:read': hasEstimates,
    'estimates:write': hasEstimates,
    'appointments:read': hasVisits,
  }
  const scopes = KEY_SCOPES.filter((scope) => isOffered[scope])
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
  import: { method: 'PUT', path: 'import', query: 'sequence=…', text: 'admin.imports.address' },
  requests: { method: 'GET', path: 'requests', query: 'after=…', text: 'admin.imports.requestsAddress' },
  clients: { method: 'GET', path: 'clients/changes', query: 'after=…', text: 'admin.imports.clientsAddress' },
  prices: { method: 'PUT', path: 'price-list', query: '', text: 'admin.imports.pricesAddress' },
  forms: { method: 'GET', path: 'form-answers', query: 'after=…', text: 'admin.imports.formsAddress' },
  estimates: { method: 'GET', path: 'estimates', query: 'after=…', text: 'admin.imports.estimatesAddress' },
  appointments: {
    method: 'GET',
    path: 'appointment-questions',
    query: 'after=…',
    text: 'admin.imports.appointmentsAddress',
  },
} as const satisfies Record<KeyPurpose, object>

function CreatedKey({ practiceId, made, onClose }: NewKeyDialogProps & { made: NewImportKey }) {
  const { formatMessage } = useIntl()
  const { method, path, query, text } = CALLS[made.purpose]
  const address = new URL(`${apiRoot}/practice/${encodeURIComponent(practiceId)}/${path}`, location.href).href
  return (
    <ShownOnce
      title={<FormattedMessage id="admin.imports.madeTitle" values={{ name: made.name }} />}
      lead={<FormattedMessage id="admin.imports.madeText" />}
      label={<FormattedMessage id="admin.imports.key" />}
      value={made.key}
      copyLabel={formatMessage({ id: 'admin.imports.copy' })}
      closeLabel={<FormattedMessage id="admin.imports.close" />}
      copied={<FormattedMessage id="admin.imports.copied" />}
      selected={<FormattedMessage id="admin.imports.selected" />}
      onClose={onClose}
    >
      <p className={styles.address}>
        <span>
          <FormattedMessage id={text} />
        </span>
        <code translate="no">
          {method} {address}
          {query && `?${query}`}
        </code>
      </p>
    </ShownOnce>
  )
}
