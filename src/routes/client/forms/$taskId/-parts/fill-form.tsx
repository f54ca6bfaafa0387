import { useMutation, useQuery } from '@tanstack/react-query'
import { useFormikContext } from 'formik'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { MAX_FORM_ANSWER, isKnown, shownFields, translated } from '#contract/form.ts'
import { MAX_LINE } from '#contract/text.ts'
import type { FormField, FormTaskDetail } from '#contract/schemas/form.ts'
import type { FactorProof } from '#contract/schemas/second-factor.ts'
import { useCan } from '#src/api/capabilities.ts'
import { formMutations } from '#src/api/forms.ts'
import { passkeyQueries } from '#src/api/passkeys.ts'
import { sendPhoto } from '#src/api/requests.ts'
import { ProofDialog, useFormProof } from '#src/features/account/form-proof.tsx'
import { formErrorOf } from '#src/features/form-error.tsx'
import { PhotoField } from '#src/features/requests/photo-field.tsx'
import { usePhotos } from '#src/features/requests/photos.ts'
import { RequestLink } from '#src/features/requests/request-links.tsx'
import { CallError } from '#src/lib/call-error.ts'
import { showMessage } from '#src/lib/messages.ts'
import { newUuid } from '#src/lib/new-uuid.ts'
import { draftOf } from '#src/session/drafts.ts'
import { Fact, Facts } from '#src/ui/data/facts.tsx'
import { CheckboxGroupField } from '#src/ui/forms/checkbox-group-field.tsx'
import { DateField } from '#src/ui/forms/date-field.tsx'
import type { FormDraft } from '#src/ui/forms/form-draft.tsx'
import { Form, type FormError } from '#src/ui/forms/form.tsx'
import { NumberField } from '#src/ui/forms/number-field.tsx'
import { RadioGroupField } from '#src/ui/forms/radio-group-field.tsx'
import { SubmitButton } from '#src/ui/forms/submit-button.tsx'
import { TextField, TextareaField } from '#src/ui/forms/text-field.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { languageOf } from '#src/features/forms/form-status.tsx'
import { KnownValue } from './completed-form.tsx'
import { SignatureField } from './signature-field.tsx'
import {
  BY_ACCOUNT,
  type Values,
  answersOf,
  contextOf,
  fieldOfPointer,
  initialValues,
  nameOf,
  schemaOf,
  strokesIn,
} from './values.ts'
import styles from './fill-form.module.css'

interface FillFormProps {
  clientId: string
  task: FormTaskDetail
}

const draftOfForm = (clientId: string, { uuid, version }: FormTaskDetail) =>
  draftOf('form', clientId, uuid, String(version))

/** Open form. Typed answers are kept on this device, and repeated presses complete the form once. */
export function FillForm({ clientId, task }: FillFormProps) {
  const { locale } = useIntl()
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
  const introduction = task.content.introduction && translated(task.content.introduction, languageOf(locale))

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
      {introduction && <p className={styles.introduction}>{introduction}</p>}
      <KnownFacts task={task} />
      <Form initialValues={initialValues(task)} schema={schemaOf(task, () => more)} onSubmit={send} draft={draft}>
        <Questions task={task} photos={photos} lostPhotos={typeof kept?.['photos'] === 'number' ? kept['photos'] : 0} />
        {isConsent && <Signature />}
        <div>
          <SubmitButton>
            <FormattedMessage id={isConsent ? 'client.forms.sign' : 'client.forms.send'} />
          </SubmitButton>
        </div>
      </Form>
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

/** Data of the record that the form shows, with a link to report an error. */
function KnownFacts({ task }: { task: FormTaskDetail }) {
  const { locale } = useIntl()
  const known = task.content.fields.filter((field) => isKnown(field, contextOf(task)))
  if (known.length === 0) return null
  return (
    <section aria-labelledby="known-facts" className={styles.known}>
      <h2 id="known-facts">
        <FormattedMessage id="client.forms.known" />
      </h2>
      <Facts>
        {known.map((field) => (
          <Fact key={field.id} name={translated(field.label, languageOf(locale))}>
            <KnownValue field={field} value={(field.fact && task.facts[field.fact]) ?? ''} />
          </Fact>
        ))}
      </Facts>
      <RequestLink kind="DETAILS" patient={task.patientUuid} variant="ghost">
        <FormattedMessage id="client.forms.wrong" />
      </RequestLink>
    </section>
  )
}

interface QuestionsProps {
  task: FormTaskDetail
  photos: ReturnType<typeof usePhotos>
  lostPhotos: number
}

function Questions({ task, photos, lostPhotos }: QuestionsProps) {
  const { values } = useFormikContext<Values>()
  const context = contextOf(task)
  const ids = photos.photos.map(({ key }) => key)
  const shown = new Set(shownFields(task.content, answersOf(task, values, ids), context).map(({ id }) => id))
  return task.content.fields.map((field, place) =>
    shown.has(field.id) && !isKnown(field, context) ? (
      <Question key={field.id} field={field} name={nameOf(place)} photos={photos} lostPhotos={lostPhotos} />
    ) : null,
  )
}

interface QuestionProps extends Omit<QuestionsProps, 'task'> {
  field: FormField
  name: string
}

function Question({ field, name, photos, lostPhotos }: QuestionProps) {
  const { locale } = useIntl()
  const language = languageOf(locale)
  const label = translated(field.label, language)
  const { required } = field
  const hint = field.help && translated(field.help, language)
  const text = { name, label, required, hint }
  const options = (field.choices ?? []).map((choice) => ({
    value: choice.id,
    label: translated(choice.label, language),
  }))
  switch (field.type) {
    case 'text':
      return <TextField {...text} max={MAX_LINE} />
    case 'lines':
      return <TextareaField {...text} max={MAX_FORM_ANSWER} rows={4} />
    case 'choice':
      return <RadioGroupField {...text} options={options} />
    case 'choices':
      return <CheckboxGroupField {...text} options={options} />
    case 'date':
      return <DateField name={name} label={label} required={required} />
    case 'number':
      return <NumberField {...text} hint={[hint, field.unit].filter(Boolean).join(' · ')} />
    case 'photo':
      return <PhotoField of={photos} lostCount={lostPhotos} label={label} />
    case 'signature':
      return <SignatureField {...text} />
  }
}

/** Typed name, and the choice between a drawn signature and the password or passkey of the account. */
function Signature() {
  const { values } = useFormikContext<Values>()
  const { formatMessage } = useIntl()
  return (
    <>
      <TextField
        name="name"
        max={MAX_LINE}
        required
        autoComplete="name"
        label={<FormattedMessage id="client.forms.yourName" />}
      />
      <RadioGroupField
        name="signBy"
        label={<FormattedMessage id="client.forms.signBy" />}
        options={[
          { value: 'drawn', label: formatMessage({ id: 'client.forms.byDrawing' }) },
          { value: BY_ACCOUNT, label: formatMessage({ id: 'client.forms.byAccount' }) },
        ]}
      />
      {values.signBy !== BY_ACCOUNT && (
        <SignatureField name="strokes" required label={<FormattedMessage id="client.forms.signature" />} />
      )}
      <p className="muted">
        <FormattedMessage id="client.forms.notQualified" />
      </p>
    </>
  )
}
