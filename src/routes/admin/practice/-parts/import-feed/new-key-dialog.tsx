import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { NewImportKey } from '#contract/imports.ts'
import { importQueries, makeImportKey } from '#src/api/imports.ts'
import { apiRoot } from '#src/lib/api-root.ts'
import { dismissMessage } from '#src/lib/messages.ts'
import { failureText } from '#src/lib/problems.tsx'
import { ConfirmDialog, Modal, ModalBody, ModalFoot } from '#src/ui/feedback/dialog.tsx'
import { Message } from '#src/ui/feedback/message.tsx'
import { Button, IconButton } from '#src/ui/forms/button.tsx'
import { ConfirmInput } from '#src/ui/forms/confirm-input.tsx'
import { Field, fieldAttributes } from '#src/ui/forms/field.tsx'
import input from '#src/ui/forms/input.module.css'
import styles from './import-feed.module.css'

const LONGEST_NAME = 80

interface NewKeyDialogProps {
  practiceId: string
  onClose: () => void
}

/** Asks what the key is for, and then shows it, this once. */
export function NewKeyDialog({ practiceId, onClose }: NewKeyDialogProps) {
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const making = useMutation({
    mutationFn: () => makeImportKey(practiceId, name.trim()),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: importQueries.keys(practiceId).queryKey }),
    // Shown in the dialog; a message behind a modal cannot be closed.
    onError: () => dismissMessage('error'),
    // It is kept nowhere once this has been closed.
    gcTime: 0,
  })
  if (making.data) return <MadeKey practiceId={practiceId} made={making.data} onClose={onClose} />
  return (
    <ConfirmDialog
      title={<FormattedMessage id="admin.imports.makeKey" />}
      confirmLabel={<FormattedMessage id="admin.imports.makeKey" />}
      variant="primary"
      disabled={name.trim() === '' || name.trim().length > LONGEST_NAME}
      busy={making.isPending}
      problem={failureText(making.error)}
      onConfirm={() => making.mutate()}
      onClose={onClose}
    >
      <p>
        <FormattedMessage id="admin.imports.makeText" />
      </p>
      <ConfirmInput label={<FormattedMessage id="admin.imports.keyName" />} value={name} onChange={setName} />
    </ConfirmDialog>
  )
}

function MadeKey({ practiceId, made, onClose }: NewKeyDialogProps & { made: NewImportKey }) {
  const { formatMessage } = useIntl()
  const titleId = useId()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<'copied' | 'selected'>()
  const address = new URL(`${apiRoot}/practice/${encodeURIComponent(practiceId)}/import`, location.href).href

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
    <Modal labelledBy={titleId} onClose={onClose}>
      <ModalBody>
        <h2 className="title" id={titleId}>
          <FormattedMessage id="admin.imports.madeTitle" values={{ name: made.name }} />
        </h2>
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
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- in the place of the button that made it
              autoFocus
              value={made.key}
              onFocus={({ target }) => target.select()}
            />
            <IconButton icon={Copy} label={formatMessage({ id: 'admin.imports.copy' })} onClick={() => void copy()} />
          </div>
        </Field>
        <p className={styles.address}>
          <span>
            <FormattedMessage id="admin.imports.address" />
          </span>
          <code translate="no">PUT {address}?sequence=…</code>
        </p>
        {copied && (
          <Message kind={copied === 'copied' ? 'success' : 'info'}>
            <FormattedMessage id={copied === 'copied' ? 'admin.imports.copied' : 'admin.imports.selected'} />
          </Message>
        )}
      </ModalBody>
      <ModalFoot>
        <Button variant="primary" onClick={onClose}>
          <FormattedMessage id="admin.imports.close" />
        </Button>
      </ModalFoot>
    </Modal>
  )
}
