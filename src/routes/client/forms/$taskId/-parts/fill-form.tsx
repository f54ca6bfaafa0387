import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { FormTaskDetail } from '#contract/schemas/form.ts'
import type { FactorProof } from '#contract/schemas/second-factor.ts'
import { useCan } from '#src/api/capabilities.ts'
import { formMutations } from '#src/api/forms.ts'
import { passkeyQueries } from '#src/api/passkeys.ts'
import { sendPhoto } from '#src/api/requests.ts'
import { ProofDialog, useFormProof } from '#src/features/account/form-proof.tsx'
import { formErrorOf } from '#src/features/form-error.tsx'
import { FillableFields } from '#src/features/forms/fillable-form.tsx'
import { BY_ACCOUNT, type Values, answersOf, fieldOfPointer, strokesIn } from '#src/features/forms/values.ts'
import { PhotoField } from '#src/features/requests/photo-field.tsx'
import { usePhotos } from '#src/features/requests/photos.ts'
import { RequestLink } from '#src/features/requests/request-links.tsx'
import { CallError } from '#src/lib/call-error.ts'
import { showMessage } from '#src/lib/messages.ts'
import { newUuid } from '#src/lib/new-uuid.ts'
import { draftOf } from '#src/session/drafts.ts'
import type { FormDraft } from '#src/ui/forms/form-draft.tsx'
import type { FormError } from '#src/ui/forms/form.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './form-page.module.css'

interface FillFormProps {
  clientId: string
  task: FormTaskDetail
}

const draftOfForm = (clientId: string, { uuid, version }: FormTaskDetail) =>
  draftOf('form', clientId, uuid, String(version))

/** Open form. Typed answers are kept on this device, and repeated presses complete the form once. */
export function FillForm({ clientId, task }: FillFormProps) {
  const { mutateAsync } = useMutation(formMutations.submit(clientId, task.uuid))
  const photos = usePhotos((photo) => sendPhoto(clientId, photo))
  const { requestProof, dialogProps } = useFormProof()
  const own = draftOfForm(clientId, task)
  const isConsent = task.kind === 'consent'
  const { data: keys } = useQuery({ ...passkeyQueries.all(), enabled: useCan('passkeys') && isConsent })
  const means = { hasPassword: keys?.hasPassword ?? true, hasPasskeys: (keys?.passkeys.length ?? 0) > 0 }
  const [kept] = useState(() => own.read()?.extra)
  const [uuid] = useState(() => (typeof kept?.['uuid'] === 'string' ? kept['uuid'] : newUuid()))
  const more = photos.photos.length
  const draft: FormDraft = {
    ...own,
    more,
    keep: (typed) => own.keep({ ...typed, extra: { uuid, photos: more } }),
  }

  async function send(values: Values): Promise<FormError | undefined> {
    const isConfirmed = isConsent && values.signBy === BY_ACCOUNT
    const complete = async (proof?: FactorProof) => {
      const answers = answersOf(task, values, await photos.send())
      const strokes = isConfirmed ? [] : strokesIn(values.strokes)
      const signature = isConsent ? { name: values.name, strokes } : undefined
      await mutateAsync({ uuid, version: task.version, answers, signature, proof })
      draft.sent(values)
      showMessage('success', isConsent ? 'client.forms.sentConsent' : 'client.forms.sent')
      return undefined
    }
    if (isConfirmed) return await requestProof(complete)
    try {
      return await complete()
    } catch (error) {
      return errorOf(error)
    }
  }

  function errorOf(error: unknown): FormError {
    if (error instanceof CallError && error.status === null)
      return { text: <FormattedMessage id="client.forms.notSent" /> }
    if (!(error instanceof CallError) || error.code !== 'form-incomplete') return formErrorOf(error)
    const missing = Object.entries(error.fields ?? {}).map(([pointer, code]) => [
      fieldOfPointer(task, pointer.startsWith('#') ? pointer : `#/${pointer}`),
      code,
    ])
    return { ...formErrorOf(error), fields: Object.fromEntries(missing) }
  }

  return (
    <Panel padded className={styles.form}>
      <FillableFields
        form={task}
        photoIds={photos.photos.map(({ key }) => key)}
        renderPhotos={(question) => (
          <PhotoField {...question} of={photos} lostCount={typeof kept?.['photos'] === 'number' ? kept['photos'] : 0} />
        )}
        onSubmit={send}
        draft={draft}
        correction={
          <RequestLink kind="DETAILS" patient={task.patientUuid} variant="secondary">
            <FormattedMessage id="client.forms.wrong" />
          </RequestLink>
        }
      />
      {dialogProps && (
        <ProofDialog
          means={means}
          title={<FormattedMessage id="client.forms.proofTitle" />}
          action={<FormattedMessage id="client.forms.sign" />}
          {...dialogProps}
        >
          <p>
            <FormattedMessage id="client.forms.proofText" />
          </p>
        </ProofDialog>
      )}
    </Panel>
  )
}
