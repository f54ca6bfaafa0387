import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useFormikContext } from 'formik'
import { useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { FormattedMessage, useIntl } from 'react-intl'
import { FORM_KINDS, MAX_FORM_TEXT, MAX_FORM_TITLE } from '#contract/form.ts'
import { SPECIES } from '#contract/patient.ts'
import type { FormBody, PortalForm } from '#contract/schemas/form.ts'
import { practiceFormMutations, practiceFormQueries } from '#src/api/practice-forms.ts'
import { formErrorOf } from '#src/features/form-error.tsx'
import { CallError } from '#src/lib/call-error.ts'
import { showAfterNavigation } from '#src/lib/messages.ts'
import { newUuid } from '#src/lib/new-uuid.ts'
import { readUuid } from '#src/lib/search.ts'
import { draftOf } from '#src/session/drafts.ts'
import { classes } from '#src/ui/classes.ts'
import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'
import { CheckboxGroupField } from '#src/ui/forms/checkbox-group-field.tsx'
import { Form, type FormError } from '#src/ui/forms/form.tsx'
import { SelectField } from '#src/ui/forms/select-field.tsx'
import { SubmitButton } from '#src/ui/forms/submit-button.tsx'
import { TextField, TextareaField } from '#src/ui/forms/text-field.tsx'
import { Panel, PanelFoot } from '#src/ui/layout/panel.tsx'
import styles from './form-editor.module.css'
import { type FormValues, atFields, bodyOf, schemaOf, valuesOf } from './form-values.ts'
import { Preview } from './preview.tsx'
import { QuestionsField } from './questions-field.tsx'

interface FormEditorProps {
  practiceId: string
  /** Content at first. */
  stored: FormBody
  /** Form that is changed; undefined for a new one. */
  form?: PortalForm | undefined
  /** Template of a new form. */
  templateId?: string | undefined
}

/** Form with which a practice writes a form for its clients. */
export function FormEditor({ practiceId, stored, form, templateId }: FormEditorProps) {
  const intl = useIntl()
  const router = useRouter()
  const queryClient = useQueryClient()
  const symbol = intl.formatNumberToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  const own = draftOf('form-definition', practiceId, form?.id ?? `new ${templateId ?? ''}`)
  // Repeated submits of a new form have one id, also after a reload.
  const [id] = useState(() => form?.id ?? readUuid(own.read()?.extra?.['id']) ?? newUuid())
  const [initial] = useState(() => valuesOf(stored, symbol))
  const save = useMutation(practiceFormMutations.save(practiceId, id))
  const publish = useMutation(practiceFormMutations.publish(practiceId, id))
  // Hash of the saved form that the typed values are based on.
  const [known, setKnown] = useState(form?.contentHash)
  const isPublishing = useRef(false)
  const [aside, setAside] = useState<HTMLElement | null>(null)

  async function send(values: FormValues): Promise<FormError | undefined> {
    const publishes = isPublishing.current
    try {
      const saved = await save.mutateAsync({ ...bodyOf(values), formerHash: known })
      setKnown(saved.contentHash)
      if (publishes) await publish.mutateAsync(saved.version)
    } catch (error) {
      if (error instanceof CallError && error.code === 'conflict') return await conflict()
      const { fields, ...formError } = formErrorOf(error)
      return { ...formError, ...(fields && { fields: atFields(fields) }) }
    }
    own.sent(values)
    showAfterNavigation('success', publishes ? 'admin.forms.isPublished' : 'admin.forms.isSaved')
    await router.navigate({ to: '/admin/forms/definitions', replace: true })
    return undefined
  }

  /** Returns the error after another admin has saved the form. The next submit replaces that form. */
  async function conflict(): Promise<FormError> {
    await queryClient.query(practiceFormQueries.one(practiceId, id)).then(
      (theirs) => setKnown(theirs?.contentHash),
      // A failure has been shown.
      () => {},
    )
    return {
      text: (
        <FormattedMessage
          id="admin.forms.changedMeanwhile"
          values={{ saved: <SavedVersion key="saved" formId={id} /> }}
        />
      ),
    }
  }

  return (
    <div className={styles.sides}>
      <Form
        initialValues={initial}
        schema={schemaOf}
        onSubmit={send}
        draft={{ ...own, keep: (typed) => own.keep({ ...typed, extra: { id } }) }}
      >
        <Panel>
          <Texts hasKind={form === undefined && templateId === undefined} />
          <QuestionsField />
          <Asking />
          <p className={styles.note}>
            <FormattedMessage id="admin.forms.versions" />
          </p>
          <PanelFoot sticky>
            <SubmitButton variant="secondary" onClick={() => (isPublishing.current = false)}>
              <FormattedMessage id="admin.forms.save" />
            </SubmitButton>
            <SubmitButton onClick={() => (isPublishing.current = true)}>
              <FormattedMessage id="admin.forms.publish" />
            </SubmitButton>
          </PanelFoot>
        </Panel>
        {/* The preview is a form too, and HTML has no form in a form. */}
        {aside && createPortal(<Preview />, aside)}
      </Form>
      <div ref={setAside} className={classes(styles.aside, 'no-print')} />
    </div>
  )
}

/** Link to the saved form in a new tab, which has no draft. */
const SavedVersion = ({ formId }: { formId: string }) => (
  <Link to="/admin/forms/edit" search={{ form: formId }} target="_blank" rel="noopener noreferrer">
    <FormattedMessage id="admin.forms.savedVersion" />
  </Link>
)

function Texts({ hasKind }: { hasKind: boolean }) {
  const { formatMessage } = useIntl()
  return (
    <div className={styles.section}>
      {hasKind && (
        <SelectField
          name="kind"
          required
          label={<FormattedMessage id="admin.forms.kindLabel" />}
          hint={<FormattedMessage id="admin.forms.kindHint" />}
          options={FORM_KINDS.map((kind) => ({
            value: kind,
            label: formatMessage({ id: `admin.forms.kind.${kind}` }),
          }))}
        />
      )}
      <p className="muted small">
        <FormattedMessage id="admin.forms.languages" />
      </p>
      <div className={styles.pair}>
        <TextField
          name="titleNl"
          required
          max={MAX_FORM_TITLE}
          autoComplete="off"
          label={<FormattedMessage id="admin.forms.titleNl" />}
        />
        <TextField
          name="titleEn"
          max={MAX_FORM_TITLE}
          autoComplete="off"
          label={<FormattedMessage id="admin.forms.titleEn" />}
        />
        <TextareaField
          name="introductionNl"
          max={MAX_FORM_TEXT}
          rows={4}
          label={<FormattedMessage id="admin.forms.introductionNl" />}
        />
        <TextareaField
          name="introductionEn"
          max={MAX_FORM_TEXT}
          rows={4}
          label={<FormattedMessage id="admin.forms.introductionEn" />}
        />
      </div>
    </div>
  )
}

/** Whether clients are asked, and for which appointments without a member of staff. */
function Asking() {
  const { formatMessage } = useIntl()
  const { values } = useFormikContext<FormValues>()
  return (
    <section className={styles.section} aria-labelledby="form-asking">
      <h2 id="form-asking">
        <FormattedMessage id="admin.forms.asking" />
      </h2>
      <CheckboxField
        name="active"
        label={<FormattedMessage id="admin.forms.active" />}
        hint={<FormattedMessage id="admin.forms.activeHint" />}
      />
      <CheckboxField
        name="hasRule"
        label={<FormattedMessage id="admin.forms.rule" />}
        hint={<FormattedMessage id="admin.forms.ruleHint" />}
      />
      {values.hasRule && (
        <>
          <TextField
            name="ruleReasons"
            max={4000}
            autoComplete="off"
            label={<FormattedMessage id="admin.forms.ruleReasons" />}
            hint={<FormattedMessage id="admin.forms.ruleReasonsHint" />}
          />
          <CheckboxGroupField
            name="ruleSpecies"
            label={<FormattedMessage id="admin.forms.ruleSpecies" />}
            hint={<FormattedMessage id="admin.forms.ruleSpeciesHint" />}
            options={SPECIES.map((species) => ({
              value: species,
              label: formatMessage({ id: `client.patients.species.${species}` }),
            }))}
          />
        </>
      )}
    </section>
  )
}
