import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import {
  RETENTION_KINDS,
  RETENTION_RULES,
  type RetentionKind,
  type RetentionPolicy,
  type RetentionYears,
  isStricter,
} from '#contract/retention.ts'
import type { FactorProof } from '#contract/schemas/second-factor.ts'
import { recordOf } from '#contract/values.ts'
import { retentionMutations, retentionQueries } from '#src/api/retention.ts'
import { ProofDialog, useFormProof } from '#src/features/account/form-proof.tsx'
import { SaveFoot, UnsavedInput } from '#src/features/practice/form-parts.tsx'
import { formErrorOf } from '#src/features/form-error.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { draftOf } from '#src/session/drafts.ts'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'
import { Form, type FormControls, type FormError } from '#src/ui/forms/form.tsx'
import { NumberField } from '#src/ui/forms/number-field.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './retention.module.css'

type Values = Record<RetentionKind, number | null> & { isOn: boolean }

const schema = async () => (await import('#contract/schemas/retention.ts')).retentionFormSchema

const valuesOf = ({ years, isOn }: RetentionPolicy): Values => ({
  ...recordOf(RETENTION_KINDS, (kind) => years[kind] ?? null),
  isOn,
})
const policyOf = (values: Values): RetentionPolicy => ({
  years: Object.fromEntries(RETENTION_KINDS.flatMap((kind) => (values[kind] === null ? [] : [[kind, values[kind]]]))),
  isOn: values.isOn,
})

/** Form for the retention policy. A stricter policy requires a proof of identity and shows the counts of removed records. */
export function RetentionForm({ practiceId, policy }: { practiceId: string; policy: RetentionPolicy }) {
  const { mutateAsync } = useMutation(retentionMutations.change(practiceId))
  const [known, setKnown] = useState<Values>(() => valuesOf(policy))
  const [wanted, setWanted] = useState<RetentionYears>({})
  const proof = useFormProof()

  async function save(values: Values, { reset }: FormControls<Values>): Promise<FormError | undefined> {
    const next = policyOf(values)
    const send = async (given?: FactorProof) => {
      await mutateAsync({ ...next, proof: given })
      setKnown(values)
      reset(values)
      showMessage('success', 'admin.retention.saved')
      return undefined
    }
    if (!isStricter(next, policyOf(known))) return await send().catch((error: unknown) => formErrorOf(error))
    setWanted(next.years)
    return await proof.requestProof(send)
  }

  return (
    <>
      <Form initialValues={known} schema={schema} onSubmit={save} draft={draftOf('retention', practiceId)}>
        <UnsavedInput />
        <Panel as="section" aria-labelledby="retention-years">
          <div className={styles.part}>
            <h2 id="retention-years">
              <FormattedMessage id="admin.retention.years" />
            </h2>
            <p className="muted">
              <FormattedMessage id="admin.retention.yearsText" />
            </p>
            <Fields />
            <CheckboxField
              name="isOn"
              label={<FormattedMessage id="admin.retention.isOn" />}
              hint={<FormattedMessage id="admin.retention.isOnHint" />}
            />
          </div>
          <SaveFoot />
        </Panel>
      </Form>
      {proof.dialogProps && (
        <ProofDialog
          {...proof.dialogProps}
          title={<FormattedMessage id="admin.retention.proofTitle" />}
          action={<FormattedMessage id="core.buttons.save" />}
          variant="danger"
        >
          <Consequence practiceId={practiceId} years={wanted} />
          <p>
            <FormattedMessage id="admin.retention.proofText" />
          </p>
        </ProofDialog>
      )}
    </>
  )
}

const Fields = () => (
  <div className={styles.fields}>
    {RETENTION_KINDS.map((kind) => (
      <NumberField
        key={kind}
        name={kind}
        decimals={0}
        label={<FormattedMessage id={`admin.retention.kinds.${kind}`} />}
        hint={
          <FormattedMessage
            id={kind === 'audit' ? 'admin.retention.hintMost' : 'admin.retention.hint'}
            values={{ ...RETENTION_RULES[kind] }}
          />
        }
      />
    ))}
  </div>
)

/** Counts of the records that the first nightly run would remove. */
function Consequence({ practiceId, years }: { practiceId: string; years: RetentionYears }) {
  const { data, isError } = useQuery(retentionQueries.preview(practiceId, years))
  const intl = useIntl()
  if (!data) return isError ? <FormattedMessage id="core.errors.generalError" tagName="p" /> : <Spinner />
  const sums = RETENTION_KINDS.flatMap((kind) => {
    const count = data.counts.reduce((sum, one) => sum + (one.kind === kind ? one.count : 0), 0)
    const name = intl.formatMessage({ id: `admin.retention.kinds.${kind}` })
    return count > 0 ? intl.formatMessage({ id: 'admin.retention.kindCount' }, { kind: name, count }) : []
  })
  return <p>{intl.formatList(sums) || <FormattedMessage id="admin.retention.nothing" />}</p>
}
