import { useMutation } from '@tanstack/react-query'
import { FormattedMessage } from 'react-intl'
import { MAX_ANSWER_TEXT } from '#contract/request.ts'
import { requestMutations, sendPhoto } from '#src/api/requests.ts'
import { formErrorOf } from '#src/features/form-error.tsx'
import { PhotoField } from '#src/features/requests/photo-field.tsx'
import { usePhotos } from '#src/features/requests/photos.ts'
import { isSubmitKey, SUBMIT_KEYS } from '#src/features/requests/submit-keys.ts'
import { useMessageDraft } from '#src/features/requests/use-message-draft.ts'
import { CallError } from '#src/lib/call-error.ts'
import { showMessage } from '#src/lib/messages.ts'
import { draftOf } from '#src/session/drafts.ts'
import { Form, type FormControls, type FormError } from '#src/ui/forms/form.tsx'
import { SubmitButton } from '#src/ui/forms/submit-button.tsx'
import { TextareaField } from '#src/ui/forms/text-field.tsx'
import styles from './message-form.module.css'

const schema = async () => (await import('./message-schema.ts')).messageFormSchema
const NOTHING_TYPED = { text: '' }
type Values = typeof NOTHING_TYPED

interface MessageFormProps {
  clientId: string
  requestId: string
  /** Whether the message reopens a request that has ended. */
  reopens: boolean
}

/** Form for a message of the owner. Repeated presses send it once, and an error keeps what was typed. */
export function MessageForm({ clientId, requestId, reopens }: MessageFormProps) {
  const { mutateAsync } = useMutation(requestMutations.write(clientId, requestId))
  const photos = usePhotos((photo) => sendPhoto(clientId, photo))
  const own = draftOf('request-message', clientId, requestId)
  const { uuid, draft, lostPhotos, renew } = useMessageDraft(own, photos.photos.length)

  async function send(values: Values, { reset }: FormControls<Values>): Promise<FormError | undefined> {
    try {
      const photoIds = await photos.send()
      await mutateAsync({ uuid, text: values.text.trim(), photoIds, reopens })
    } catch (error) {
      return formErrorHere(error)
    }
    photos.clear()
    renew()
    reset(NOTHING_TYPED)
    draft.sent(values)
    showMessage('success', 'client.requests.messageSent')
    return undefined
  }

  function formErrorHere(error: unknown): FormError {
    const formError = formErrorOf(error, {
      'rate-limited': { text: <FormattedMessage id="client.requests.tooManyMessages" /> },
      'request-closed': { text: <FormattedMessage id="client.requests.closedMeanwhile" /> },
      conflict: { text: <FormattedMessage id="client.requests.messageSentBefore" /> },
    })
    if (error instanceof CallError && error.code === 'conflict') renew()
    if (formError.fields && 'photoIds' in formError.fields) photos.resetUploads()
    return formError
  }

  return (
    <div className={styles.composer}>
      <Form initialValues={NOTHING_TYPED} schema={schema} onSubmit={send} draft={draft}>
        <TextareaField
          name="text"
          max={MAX_ANSWER_TEXT}
          required
          rows={3}
          label={<FormattedMessage id="client.requests.message" />}
          aria-keyshortcuts={SUBMIT_KEYS.aria}
          onKeyDown={(event) => {
            if (!isSubmitKey(event) || event.nativeEvent.isComposing) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
        />
        <PhotoField of={photos} lostCount={lostPhotos} />
        <div>
          <SubmitButton>
            <FormattedMessage id={reopens ? 'client.requests.reopen' : 'client.requests.sendMessage'} />
          </SubmitButton>
        </div>
      </Form>
    </div>
  )
}
