import { useFormikContext } from 'formik'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { MAX_FORM_ANSWER, isKnown, shownFields } from '#contract/form.ts'
import { MAX_LINE } from '#contract/text.ts'
import type { FormField } from '#contract/schemas/form.ts'
import { Fact, Facts } from '#src/ui/data/facts.tsx'
import { CheckboxGroupField } from '#src/ui/forms/checkbox-group-field.tsx'
import { DateField } from '#src/ui/forms/date-field.tsx'
import type { FieldText } from '#src/ui/forms/field.tsx'
import type { FormDraft } from '#src/ui/forms/form-draft.tsx'
import { Form, type FormError } from '#src/ui/forms/form.tsx'
import { NumberField } from '#src/ui/forms/number-field.tsx'
import { RadioGroupField } from '#src/ui/forms/radio-group-field.tsx'
import { SubmitButton } from '#src/ui/forms/submit-button.tsx'
import { TextField, TextareaField } from '#src/ui/forms/text-field.tsx'
import { useFormField } from '#src/ui/forms/use-form-field.ts'
import { KnownValue } from './answers.tsx'
import styles from './fillable-form.module.css'
import { useTranslated } from './form-status.tsx'
import { SignatureField } from './signature-field.tsx'
import { BY_ACCOUNT, type FillableForm, type Values, answersOf, initialValues, nameOf, schemaOf } from './values.ts'

/** Text, name and flag of the question for photos. */
export type PhotoQuestion = FieldText & { name: string; flag: string | undefined }

interface PhotoSlot {
  /** Chosen photos that the answer will have. */
  photoIds: readonly string[]
  renderPhotos: (question: PhotoQuestion) => ReactNode
}

interface FillableFieldsProps extends PhotoSlot {
  form: FillableForm
  onSubmit: (values: Values) => Promise<FormError | undefined | void>
  draft?: FormDraft | undefined
  /** Shown below the data of the record. */
  correction?: ReactNode
}

/** Form as its owner fills it in: known data, the questions that apply, and the signature of a consent. */
export function FillableFields({ form, photoIds, renderPhotos, onSubmit, draft, correction }: FillableFieldsProps) {
  const textOf = useTranslated()
  const { kind, content } = form
  const isConsent = kind === 'consent'
  return (
    <>
      {content.introduction && <p className={styles.introduction}>{textOf(content.introduction)}</p>}
      <KnownFacts form={form}>{correction}</KnownFacts>
      <Form
        initialValues={initialValues(form)}
        schema={schemaOf(form, () => photoIds.length)}
        onSubmit={onSubmit}
        draft={draft}
      >
        <Questions form={form} photoIds={photoIds} renderPhotos={renderPhotos} />
        {isConsent && <Signature />}
        <div>
          <SubmitButton>
            <FormattedMessage id={isConsent ? 'client.forms.sign' : 'client.forms.send'} />
          </SubmitButton>
        </div>
      </Form>
    </>
  )
}

/** Data of the record that the form shows. */
function KnownFacts({ form, children }: { form: FillableForm; children: ReactNode }) {
  const textOf = useTranslated()
  const known = form.content.fields.filter((field) => isKnown(field, form))
  if (known.length === 0) return null
  return (
    <section aria-labelledby="known-facts" className={styles.known}>
      <h2 id="known-facts">
        <FormattedMessage id="client.forms.known" />
      </h2>
      <Facts>
        {known.map((field) => (
          <Fact key={field.id} name={textOf(field.label)}>
            <KnownValue field={field} value={(field.fact && form.facts[field.fact]) ?? ''} />
          </Fact>
        ))}
      </Facts>
      {children}
    </section>
  )
}

function Questions({ form, photoIds, renderPhotos }: PhotoSlot & { form: FillableForm }) {
  const { values } = useFormikContext<Values>()
  const shown = new Set(shownFields(form.content, answersOf(form, values, photoIds), form).map(({ id }) => id))
  return form.content.fields.map((field, place) =>
    shown.has(field.id) && !isKnown(field, form) ? (
      <Question key={field.id} field={field} name={nameOf(place)} renderPhotos={renderPhotos} />
    ) : null,
  )
}

interface QuestionProps extends Pick<PhotoSlot, 'renderPhotos'> {
  field: FormField
  name: string
}

function Question({ field, name, renderPhotos }: QuestionProps) {
  const textOf = useTranslated()
  const { required, help, unit } = field
  const hint = help && textOf(help)
  const text = { name, label: textOf(field.label), required, hint }
  const options = (field.choices ?? []).map(({ id, label }) => ({ value: id, label: textOf(label) }))
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
      return <DateField {...text} />
    case 'number':
      return <NumberField {...text} hint={[hint, unit].filter(Boolean).join(' · ')} />
    case 'photo':
      return <Photos {...text} renderPhotos={renderPhotos} />
    case 'signature':
      return <SignatureField {...text} />
  }
}

function Photos({ renderPhotos, ...text }: FieldText & Pick<QuestionProps, 'name' | 'renderPhotos'>) {
  const { flag } = useFormField(text.name)
  return renderPhotos({ ...text, flag })
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
