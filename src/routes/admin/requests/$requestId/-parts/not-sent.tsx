import Copy from 'lucide-react/icons/copy'
import { useEffect, useId, useRef } from 'react'
import { FormattedMessage } from 'react-intl'
import { cleanLine } from '#contract/text.ts'
import { showMessage } from '#src/lib/messages.ts'
import { draftOf, useDraft } from '#src/session/drafts.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Field, fieldAttributes } from '#src/ui/forms/field.tsx'
import input from '#src/ui/forms/input.module.css'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './request-page.module.css'

interface NotSentProps {
  practiceId: string
  requestId: string
  answer?: string | undefined
}

/** Shows an unsent answer to copy, after a colleague has answered first. */
export function NotSent({ practiceId, requestId, answer = '' }: NotSentProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const typed = useDraft('answer', practiceId, requestId)?.values['text']
  const text = typeof typed === 'string' ? typed.trim() : ''
  // The draft was sent: its response was lost, or another tab sent it.
  const isSent = text !== '' && cleanLine(text) === cleanLine(answer)
  // An effect, because session storage is outside React.
  useEffect(() => {
    if (isSent) draftOf('answer', practiceId, requestId).forget()
  }, [isSent, practiceId, requestId])
  if (text === '' || isSent) return null

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      showMessage('success', 'admin.requests.copied')
    } catch {
      field.current?.select()
    }
  }
  function discard() {
    draftOf('answer', practiceId, requestId).forget()
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
