import Copy from 'lucide-react/icons/copy'
import { useId, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { showMessage } from '#src/lib/messages.ts'
import { usePortal } from '#src/lib/store.ts'
import { draftOf, forgetDraft } from '#src/session/request-draft.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Field, fieldAttributes } from '#src/ui/forms/field.tsx'
import input from '#src/ui/forms/input.module.css'
import { Panel } from '#src/ui/layout/panel.tsx'
import { readDraft } from './answer-draft.ts'
import styles from './request-page.module.css'

/** An answer that was typed here and not sent, because somebody else was first: to copy it. */
export function NotSent({ requestId }: { requestId: string }) {
  const userId = usePortal(({ session }) => session?.userId ?? null)
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => readDraft(draftOf(userId, requestId))?.text.trim())
  if (!text) return null

  async function copy() {
    try {
      await navigator.clipboard.writeText(text ?? '')
      showMessage('success', 'admin.requests.copied')
    } catch {
      field.current?.select()
    }
  }
  function discard() {
    forgetDraft(requestId)
    setText(undefined)
  }

  return (
    <Panel as="section" padded className={styles.content} aria-labelledby="request-not-sent">
      <h2 id="request-not-sent">
        <FormattedMessage id="admin.requests.notSent" />
      </h2>
      <Field id={id} label={<FormattedMessage id="admin.requests.typedText" />}>
        <textarea {...fieldAttributes({ id })} ref={field} className={input.input} readOnly value={text} />
      </Field>
      <div className={styles.foot}>
        <Button variant="ghost" onClick={discard}>
          <FormattedMessage id="admin.requests.discard" />
        </Button>
        <Button variant="secondary" icon={Copy} onClick={() => void copy()}>
          <FormattedMessage id="admin.requests.copy" />
        </Button>
      </div>
    </Panel>
  )
}
