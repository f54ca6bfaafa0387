import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Undo2 from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { FormTaskDetail } from '#contract/schemas/form.ts'
import { formMutations, getFormFile } from '#src/api/forms.ts'
import { ConfirmedButton } from '#src/features/confirmed-action.tsx'
import { Answers } from '#src/features/forms/answers.tsx'
import { openFile } from '#src/lib/files/open.ts'
import { showMessage } from '#src/lib/messages.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { Moment } from '#src/ui/data/day.tsx'
import { Message } from '#src/ui/feedback/message.tsx'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './form-page.module.css'

interface CompletedFormProps {
  clientId: string
  task: FormTaskDetail
  viewedByStaff: boolean
}

/** Completed form with its answers, its stored document, and the withdrawal of a consent. */
export function CompletedForm({ clientId, task, viewedByStaff }: CompletedFormProps) {
  const { answers, completedAt, closedAt, state, withdrawable, url } = task
  if (!answers) {
    return (
      <Message kind="info">
        <FormattedMessage id="client.forms.ofOther" />
      </Message>
    )
  }
  return (
    <Panel padded className={styles.form}>
      {state === 'withdrawn' && closedAt !== undefined && (
        <Message kind="info">
          <FormattedMessage
            id="client.forms.withdrawnOn"
            values={{ moment: <Moment key="at" at={closedAt} dateStyle="long" timeStyle="short" /> }}
          />
        </Message>
      )}
      {completedAt !== undefined && (
        <p>
          <FormattedMessage
            id="client.forms.completedOn"
            values={{ moment: <Moment key="at" at={completedAt} dateStyle="long" timeStyle="short" /> }}
          />
        </p>
      )}
      <Answers task={task} answers={answers} />
      <div className={styles.buttons}>
        {url !== undefined && <StoredFile clientId={clientId} taskId={task.uuid} />}
        {withdrawable === true && !viewedByStaff && <WithdrawButton clientId={clientId} taskId={task.uuid} />}
      </div>
    </Panel>
  )
}

/** Button that opens the stored PDF in a new tab; a link after the browser has blocked the tab. */
function StoredFile({ clientId, taskId }: { clientId: string; taskId: string }) {
  const intl = useIntl()
  const [url, setUrl] = useState<string | null>(null)
  const { busy, run } = useAsyncAction(async () => setUrl(await openFile(() => getFormFile(clientId, taskId), intl)))
  const text = <FormattedMessage id="client.forms.file" />
  return url ? (
    <a className={buttonClass()} href={url} target="_blank" rel="noopener noreferrer" onClick={() => setUrl(null)}>
      <Download />
      <span>{text}</span>
    </a>
  ) : (
    <Button variant="secondary" icon={Download} busy={busy} onClick={run}>
      {text}
    </Button>
  )
}

function WithdrawButton({ clientId, taskId }: { clientId: string; taskId: string }) {
  const { mutateAsync } = useMutation(formMutations.withdraw(clientId, taskId))
  return (
    <ConfirmedButton
      title={<FormattedMessage id="client.forms.withdrawTitle" />}
      confirmLabel={<FormattedMessage id="client.forms.withdraw" />}
      variant="danger"
      renderButton={(open) => (
        <Button variant="danger-quiet" icon={Undo2} onClick={open}>
          <FormattedMessage id="client.forms.withdraw" />
        </Button>
      )}
      act={async (close) => {
        await mutateAsync()
        close()
        showMessage('success', 'client.forms.withdrawn')
      }}
    >
      <p>
        <FormattedMessage id="client.forms.withdrawText" />
      </p>
    </ConfirmedButton>
  )
}
