import type { Practice } from '#contract/schemas/practice.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useFormikContext } from 'formik'
import CalendarCheck from 'lucide-react/icons/calendar-check'
import Globe from 'lucide-react/icons/globe'
import Mail from 'lucide-react/icons/mail'
import MapPin from 'lucide-react/icons/map-pin'
import { type ComponentProps, useState } from 'react'
import { SaveFoot, UnsavedInput } from '#src/features/practice/form-parts.tsx'
import { FormattedMessage } from 'react-intl'
import { MAX_ACCOUNT_HOLDER, MAX_EMAIL, MAX_IBAN, MAX_PHONE, MAX_PRACTICE_TEXT, MAX_URL } from '#contract/text.ts'
import { completeWebsite } from '#contract/website.ts'
import type { FactorProof } from '#contract/schemas/second-factor.ts'
import { ACCOUNT_FIELDS, PRACTICE_FIELDS } from '#contract/practice.ts'
import { ProofDialog, useFormProof } from '#src/features/account/form-proof.tsx'
import { CallError } from '#src/lib/call-error.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { failureText, shownFormError } from '#src/lib/problems.tsx'
import { draftOf } from '#src/session/drafts.ts'
import { Form, type FormControls, type FormError } from '#src/ui/forms/form.tsx'
import { Split } from '#src/ui/layout/page.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { TextField, TextareaField } from '#src/ui/forms/text-field.tsx'
import { isStale, reloadPractice, savePractice } from '#src/api/practice-mutations.ts'
import { useCan } from '#src/api/capabilities.ts'
import { versionOf } from '#src/api/practices.ts'
import { ColourField, ColourPreview } from './colour-field.tsx'
import { LogoField } from './logo-field.tsx'
import styles from './practice.module.css'
import { PracticeFace } from '#src/features/practice/practice-face.tsx'
import { SampleClientButton } from '#src/features/access/sample-client.tsx'
import { accountOf } from '#contract/iban.ts'
import { recordOf } from '#contract/values.ts'

interface Shown extends Omit<ComponentProps<typeof TextField>, 'label' | 'hint'> {
  name: keyof PracticeValues
  label: MessageId
  hint?: MessageId
}

const FIELDS: readonly Shown[] = [
  { name: 'name', label: 'admin.practice.name', required: true, autoComplete: 'organization' },
  { name: 'title', label: 'admin.practice.title', hint: 'admin.practice.titleHint', autoComplete: 'off' },
  { name: 'text', label: 'admin.practice.text' },
  {
    name: 'address',
    label: 'admin.practice.address',
    hint: 'admin.practice.addressHint',
    icon: MapPin,
    autoComplete: 'off',
  },
  {
    name: 'phone',
    label: 'admin.practice.phone',
    max: MAX_PHONE,
    type: 'tel',
    autoComplete: 'tel',
    className: styles.phone,
  },
  {
    name: 'website',
    label: 'admin.practice.website',
    max: MAX_URL,
    type: 'url',
    complete: completeWebsite,
    icon: Globe,
    autoComplete: 'url',
  },
  {
    name: 'email',
    label: 'admin.practice.email',
    hint: 'admin.practice.emailHint',
    max: MAX_EMAIL,
    type: 'email',
    icon: Mail,
    autoComplete: 'email',
  },
  {
    name: 'bookingUrl',
    label: 'admin.practice.bookingUrl',
    hint: 'admin.practice.bookingUrlHint',
    max: MAX_URL,
    type: 'url',
    complete: completeWebsite,
    icon: CalendarCheck,
    autoComplete: 'off',
  },
  {
    name: 'iban',
    label: 'admin.practice.iban',
    hint: 'admin.practice.ibanHint',
    max: MAX_IBAN,
    autoComplete: 'off',
    autoCapitalize: 'characters',
    spellCheck: false,
  },
  {
    name: 'accountHolder',
    label: 'admin.practice.accountHolder',
    hint: 'admin.practice.accountHolderHint',
    max: MAX_ACCOUNT_HOLDER,
    autoComplete: 'off',
  },
]

/** Returns a loader of the validation schema for the shown fields. */
const schemaOf = (fields: readonly (keyof PracticeValues)[]) => async () =>
  (await import('#contract/schemas/practice.ts')).practiceChangeSchema.pick(fields)

const CONTACT_FIELDS = ['email', 'bookingUrl'] as const

interface PracticeFormProps {
  practiceId: string
  practice: Practice
  /** Whether the user may change the bank account. */
  isAdmin: boolean
}

interface Saving {
  values: PracticeValues
  form: FormControls<PracticeValues>
}

export function PracticeForm({ practiceId, practice, isAdmin }: PracticeFormProps) {
  const hasAddress = useCan('practice-address')
  const hasContact = useCan('practice-contact')
  const hasPayments = useCan('payments')
  const hasColour = useCan('practice-colour')
  const fields = PRACTICE_FIELDS.filter(
    (field) =>
      (hasColour || field !== 'colour') &&
      (hasAddress || field !== 'address') &&
      (hasContact || !CONTACT_FIELDS.some((other) => other === field)) &&
      ((hasPayments && isAdmin) || !ACCOUNT_FIELDS.some((other) => other === field)),
  )
  const { known, save, proof } = usePracticeSave(practiceId, practice, hasPayments)

  return (
    <>
      <Form
        initialValues={known.values}
        schema={schemaOf(fields)}
        onSubmit={save}
        draft={draftOf('practice', practiceId)}
      >
        <UnsavedInput />
        <Split>
          <Panel>
            <div className={styles.fields}>
              <LogoField practiceId={practiceId} practice={practice} />
              {hasColour && <ColourField />}
              {FIELDS.filter(({ name }) => fields.includes(name)).map(({ label, hint, max, ...field }) => {
                const words = { label: <FormattedMessage id={label} />, hint: hint && <FormattedMessage id={hint} /> }
                return field.name === 'text' ? (
                  <TextareaField key="text" name="text" max={MAX_PRACTICE_TEXT} {...words} />
                ) : (
                  <TextField key={field.name} max={max} {...words} {...field} />
                )
              })}
              {hasPayments && !isAdmin && <Account practice={practice} />}
              {practice.manaId && (
                <dl className={styles.fact}>
                  <dt>
                    <FormattedMessage id="admin.practice.manaId" />
                  </dt>
                  <dd>{practice.manaId}</dd>
                </dl>
              )}
            </div>
            <SaveFoot />
          </Panel>
          <div className={styles.previews}>
            <Preview practice={practice} />
            <SampleClientButton />
            {hasColour && (
              <Panel padded>
                <ColourPreview name={practice.name} />
              </Panel>
            )}
          </div>
        </Split>
      </Form>
      {proof.dialogProps && (
        <ProofDialog
          {...proof.dialogProps}
          title={<FormattedMessage id="admin.practice.proofTitle" />}
          action={<FormattedMessage id="core.buttons.save" />}
        >
          <p>
            <FormattedMessage id="admin.practice.proofText" />
          </p>
        </ProofDialog>
      )}
    </>
  )
}

/** Saves the practice, merged with changes of others; asks for a proof of identity if the bank account changes. */
function usePracticeSave(practiceId: string, practice: Practice, hasPayments: boolean) {
  const queryClient = useQueryClient()
  // Values and version that the form is based on; updated after each save.
  const [known, setKnown] = useState(() => ({ values: valuesOf(practice), version: versionOf(practice) }))

  function keep(saved: Practice) {
    const values = valuesOf(saved)
    setKnown({ values, version: versionOf(saved) })
    return values
  }

  /** Sends the practice. Returns errors for the form; throws errors for the dialog of the proof. */
  async function send({ values, form: { reset } }: Saving, proof?: FactorProof): Promise<FormError | undefined> {
    const put = async (now: Practice, version: string | undefined) =>
      await savePractice(queryClient, practiceId, { practice: withChanges(now, known.values, values), version, proof })
    try {
      const saved = await put(practice, known.version).catch(async (error: unknown) => {
        if (!isStale(error)) throw error
        const theirs = await reloadPractice(queryClient, practiceId)
        const fields = contested(known.values, valuesOf(theirs), values)
        if (fields.length > 0) throw new Contested(theirs, fields)
        return await put(theirs, versionOf(theirs))
      })
      reset(keep(saved))
    } catch (error) {
      if (isStale(error)) return { text: failureText(error, <FormattedMessage id="admin.practice.changedMeanwhile" />) }
      if (error instanceof Contested) {
        const theirs = keep(error.theirs)
        reset(theirs, known.values)
        return { text: <ChangedMeanwhile theirs={theirs} fields={error.fields} /> }
      }
      if (!proof || (error instanceof CallError && Object.keys(error.fields).length > 0)) return shownFormError(error)
      throw error
    }
    showMessage('success', 'admin.practice.saved')
    return undefined
  }

  const proof = useFormProof()

  async function save(values: PracticeValues, form: FormControls<PracticeValues>) {
    const isMove = hasPayments && ACCOUNT_FIELDS.some((field) => values[field] !== known.values[field])
    if (!isMove) return await send({ values, form })
    return await proof.requestProof((given) => send({ values, form }, given))
  }

  return { known, save, proof }
}

/** Bank account of the practice, read-only, for staff who may not change it. */
function Account({ practice }: { practice: Practice }) {
  const { iban, accountHolder } = valuesOf(practice)
  return (
    <div>
      <dl className={styles.fact}>
        <dt>
          <FormattedMessage id="admin.practice.iban" />
        </dt>
        <dd>{iban || <FormattedMessage id="admin.practice.accountMissing" />}</dd>
        {accountHolder && (
          <>
            <dt>
              <FormattedMessage id="admin.practice.accountHolder" />
            </dt>
            <dd>{accountHolder}</dd>
          </>
        )}
      </dl>
      <p className="muted small">
        <FormattedMessage id="admin.practice.accountByAdmin" />
      </p>
    </div>
  )
}

/** Another user has changed the same fields. */
class Contested extends Error {
  readonly theirs: Practice
  readonly fields: readonly (keyof PracticeValues)[]

  constructor(theirs: Practice, fields: readonly (keyof PracticeValues)[]) {
    super('Contested')
    this.theirs = theirs
    this.fields = fields
  }
}

/** Values that another user has saved; the form keeps the typed values. */
function ChangedMeanwhile({ theirs, fields }: { theirs: PracticeValues; fields: readonly (keyof PracticeValues)[] }) {
  return (
    <>
      <FormattedMessage id="admin.practice.changedMeanwhile" />
      <dl className={styles.theirs}>
        {fields.map((field) => (
          <div key={field}>
            <dt>
              <FormattedMessage id={`admin.practice.${field}`} />
            </dt>
            <dd>{theirs[field] || <FormattedMessage id="admin.practice.emptied" />}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** Live preview of the practice as clients see it. */
function Preview({ practice: { logoUrl, openingHours } }: { practice: Practice }) {
  const { values } = useFormikContext<PracticeValues>()
  return (
    <PracticeFace
      practice={{ ...values, logoUrl, openingHours }}
      heading={<FormattedMessage id="admin.practice.preview" />}
    />
  )
}

type PracticeValues = Record<(typeof PRACTICE_FIELDS)[number], string>

const valuesOf = (practice: Practice): PracticeValues =>
  recordOf(PRACTICE_FIELDS, (field) => (field === 'iban' ? accountOf(practice) : practice[field]) ?? '')

/** Returns the fields that another user and this form have changed to different values. */
function contested(was: PracticeValues, now: PracticeValues, values: PracticeValues) {
  return PRACTICE_FIELDS.filter(
    (field) => now[field] !== was[field] && values[field] !== was[field] && values[field] !== now[field],
  )
}

/** Returns the current practice with the changes of the form only, because a colleague may have changed other fields. */
function withChanges(now: Practice, was: PracticeValues, values: PracticeValues): Practice {
  const changed = PRACTICE_FIELDS.filter((field) => values[field] !== was[field])
  return { ...now, ...Object.fromEntries(changed.map((field) => [field, values[field]])) }
}
