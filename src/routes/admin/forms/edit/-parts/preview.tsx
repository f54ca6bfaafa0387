import { useFormikContext } from 'formik'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { FormFacts } from '#contract/form.ts'
import { LANGUAGES, type Language } from '#contract/languages.ts'
import { SPECIES, type Species } from '#contract/patient.ts'
import type { FormContent, Translated } from '#contract/schemas/form.ts'
import { FillableFields } from '#src/features/forms/fillable-form.tsx'
import { languageOf, useTranslated } from '#src/features/forms/form-status.tsx'
import type { FillableForm } from '#src/features/forms/values.ts'
import { PhotoField } from '#src/features/requests/photo-field.tsx'
import { usePhotos } from '#src/features/requests/photos.ts'
import { LANGUAGE_NAMES } from '#src/lib/constants.ts'
import { LanguageIntl, type Messages, loadMessages } from '#src/lib/intl.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { Checkbox } from '#src/ui/forms/checkbox.tsx'
import { Segmented } from '#src/ui/forms/segmented.tsx'
import { SelectInput } from '#src/ui/forms/select-input.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import styles from './form-editor.module.css'
import { type FormValues, bodyOf } from './form-values.ts'

/** Circumstances that the admin tries out. */
interface Circumstances {
  species: Species
  /** Word of the reason of the visit. */
  reason: string
  isKnown: boolean
}

/** The typed form as its owner would see it. Nothing can be sent from it. */
export function Preview() {
  const intl = useIntl()
  const { values } = useFormikContext<FormValues>()
  // Typing stays fast in a form with many questions.
  const { kind, content } = bodyOf(useDeferredValue(values))
  const [own, setOwn] = useState<{ language: Language; messages: Messages }>()
  const [circumstances, setCircumstances] = useState<Circumstances>({ species: 'DOG', reason: '', isKnown: true })
  const { species, reason, isKnown } = circumstances
  const language = own?.language ?? languageOf(intl.locale)
  const facts = useExample(species)
  const form = { kind, content: useLabelled(content), species, reason, facts: isKnown ? facts : {} }
  return (
    <Panel as="section" className={styles.preview} aria-labelledby="form-preview">
      <PanelHead>
        <h2 id="form-preview">
          <FormattedMessage id="admin.forms.preview" />
        </h2>
        <Segmented
          legend={intl.formatMessage({ id: 'core.header.language' })}
          name="preview-language"
          value={language}
          // A failure has been shown.
          onChange={(chosen) =>
            loadMessages(chosen).then(
              (messages) => setOwn({ language: chosen, messages }),
              () => {},
            )
          }
          options={LANGUAGES.map((value) => ({ value, label: <span lang={value}>{LANGUAGE_NAMES[value]}</span> }))}
        />
      </PanelHead>
      <Tried content={content} {...circumstances} onChange={setCircumstances} />
      <div className={styles.phone} lang={language}>
        <Translation {...own}>
          <PreviewForm
            // Another question has another place, and places name the answers.
            key={form.content.fields.map(({ id, type }) => `${id} ${type}`).join()}
            form={form}
          />
        </Translation>
      </div>
    </Panel>
  )
}

const Translation = ({ children, ...own }: { language?: Language; messages?: Messages; children: ReactNode }) =>
  own.language && own.messages ? (
    <LanguageIntl language={own.language} messages={own.messages}>
      {children}
    </LanguageIntl>
  ) : (
    children
  )

interface TriedProps extends Circumstances {
  content: FormContent
  onChange: (circumstances: Circumstances) => void
}

/** Choices of the circumstances on which the questions depend. */
function Tried({ content: { fields }, onChange, ...now }: TriedProps) {
  const { formatMessage } = useIntl()
  const conditions = fields.flatMap(({ shownIf }) => shownIf ?? [])
  const words = conditions.flatMap(({ by, values }) => (by === 'reason' ? values : []))
  return (
    <div className={styles.tried}>
      <p className="muted small">
        <FormattedMessage id="admin.forms.previewLead" />
      </p>
      {conditions.some(({ by }) => by === 'species') && (
        <SelectInput
          label={formatMessage({ id: 'admin.forms.facts.species' })}
          value={now.species}
          options={SPECIES.map((value) => ({
            value,
            label: formatMessage({ id: `client.patients.species.${value}` }),
          }))}
          onChange={(chosen) => onChange({ ...now, species: SPECIES.find((each) => each === chosen) ?? now.species })}
        />
      )}
      {words.length > 0 && (
        <SelectInput
          label={formatMessage({ id: 'admin.forms.previewReason' })}
          value={words.includes(now.reason) ? now.reason : ''}
          options={[
            { value: '', label: formatMessage({ id: 'admin.forms.previewOtherReason' }) },
            ...[...new Set(words)].map((word) => ({
              value: word,
              label: formatMessage({ id: 'admin.forms.previewReasonWith' }, { word }),
            })),
          ]}
          onChange={(chosen) => onChange({ ...now, reason: chosen })}
        />
      )}
      {fields.some(({ fact }) => fact !== undefined) && (
        <Checkbox checked={now.isKnown} onChange={(isKnown) => onChange({ ...now, isKnown })}>
          <FormattedMessage id="admin.forms.previewKnown" />
        </Checkbox>
      )}
    </div>
  )
}

function PreviewForm({ form }: { form: FillableForm }) {
  const textOf = useTranslated()
  const photos = usePhotos(() => Promise.resolve(''))
  return (
    // A React portal passes the submit event on to the form of the editor.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- stops an event and is not interactive itself
    <div className={styles.filled} onSubmit={(event) => event.stopPropagation()}>
      <h2 className="title">{textOf(form.content.title)}</h2>
      <FillableFields
        form={form}
        photoIds={photos.photos.map(({ key }) => key)}
        renderPhotos={(question) => <PhotoField {...question} of={photos} lostCount={0} />}
        onSubmit={async () => showMessage('info', 'admin.forms.previewComplete')}
      />
    </div>
  )
}

/** Returns the content with a text in place of each title, label and choice that is not typed yet. */
function useLabelled(content: FormContent): FormContent {
  const missing = useIntl().formatMessage({ id: 'admin.forms.noLabel' })
  const labelled = (texts: Translated): Translated => (texts.nl ? texts : { ...texts, nl: missing })
  return {
    ...content,
    title: labelled(content.title),
    fields: content.fields.map((field) => ({
      ...field,
      label: labelled(field.label),
      choices: field.choices?.map((choice) => ({ ...choice, label: labelled(choice.label) })),
    })),
  }
}

/** Returns data of an invented client and animal. */
function useExample(species: Species): FormFacts {
  const { formatMessage, formatNumber } = useIntl()
  return {
    clientName: 'Anna Bakker',
    address: 'Kerkstraat 12, 3512 AB Utrecht',
    phone: '06 12345678',
    email: 'anna@example.nl',
    patientName: 'Bella',
    species: formatMessage({ id: `client.patients.species.${species}` }),
    breed: formatMessage({ id: 'admin.forms.previewBreed' }),
    birthDate: '2020-05-01',
    chipNumber: '528140000123456',
    weight: `${formatNumber(12.5)} kg`,
  }
}
