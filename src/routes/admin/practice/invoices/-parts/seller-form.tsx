import { useQueryClient } from '@tanstack/react-query'
import { useFormikContext } from 'formik'
import Check from 'lucide-react/icons/check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { PRACTICE_COUNTRIES } from '#contract/countries.ts'
import type { Practice } from '#contract/schemas/practice.ts'
import { SELLER_FIELDS, type Seller, type SellerField, missingOf, sortedSeller } from '#contract/seller.ts'
import { MAX_COMPANY_NUMBER, MAX_POSTAL_CODE } from '#contract/text.ts'
import { recordOf } from '#contract/values.ts'
import { useCan } from '#src/api/capabilities.ts'
import { changePracticePart, isStale } from '#src/api/practice-mutations.ts'
import { SaveFoot, UnsavedInput } from '#src/features/practice/form-parts.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { failureText, shownFormError } from '#src/lib/problems.tsx'
import { draftOf } from '#src/session/drafts.ts'
import { Status } from '#src/ui/data/status.tsx'
import { Form, type FormControls } from '#src/ui/forms/form.tsx'
import { SelectField } from '#src/ui/forms/select-field.tsx'
import { TextField } from '#src/ui/forms/text-field.tsx'
import { Split } from '#src/ui/layout/page.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './seller-form.module.css'

type Values = Record<SellerField, string>

const schema = async () => (await import('#contract/schemas/seller.ts')).sellerSchema

const valuesOf = (seller: Seller = {}): Values => recordOf(SELLER_FIELDS, (field) => seller[field] ?? '')

interface SellerFormProps {
  practiceId: string
  practice: Practice
}

export function SellerForm({ practiceId, practice }: SellerFormProps) {
  const queryClient = useQueryClient()
  const hasUbl = useCan('invoice-ubl')
  const [known, setKnown] = useState(() => valuesOf(practice.seller))

  async function save(values: Values, { reset }: FormControls<Values>) {
    try {
      const change = { seller: sortedSeller(values) ?? null }
      const saved = await changePracticePart(queryClient, practiceId, practice, change)
      const next = valuesOf(saved.seller)
      setKnown(next)
      reset(next)
    } catch (error) {
      if (isStale(error)) return { text: failureText(error, <FormattedMessage id="admin.practice.changedMeanwhile" />) }
      return shownFormError(error)
    }
    showMessage('success', 'admin.seller.saved')
    return undefined
  }

  return (
    <Form initialValues={known} schema={schema} onSubmit={save} draft={draftOf('seller', practiceId)}>
      <UnsavedInput />
      <Split>
        <Panel as="section" aria-labelledby="seller">
          <div className={styles.fields}>
            <div>
              <h2 id="seller">
                <FormattedMessage id="admin.seller.title" />
              </h2>
              <p className="muted small">
                <FormattedMessage id="admin.seller.lead" />
              </p>
            </div>
            <SellerFields />
          </div>
          <SaveFoot />
        </Panel>
        {hasUbl && <ElectronicInvoices />}
      </Split>
    </Form>
  )
}

function SellerFields() {
  const label = (field: SellerField) => <FormattedMessage id={`admin.seller.${field}`} />
  return (
    <>
      <TextField
        name="legalName"
        label={label('legalName')}
        hint={<FormattedMessage id="admin.seller.legalNameHint" />}
      />
      <div className={styles.street}>
        <TextField name="street" label={label('street')} autoComplete="off" />
        <TextField name="houseNumber" label={label('houseNumber')} autoComplete="off" />
      </div>
      <div className={styles.city}>
        <TextField name="postalCode" label={label('postalCode')} max={MAX_POSTAL_CODE} autoComplete="off" />
        <TextField name="city" label={label('city')} autoComplete="off" />
      </div>
      <CountryField />
      <TextField
        name="vatNumber"
        max={MAX_COMPANY_NUMBER}
        label={label('vatNumber')}
        hint={<FormattedMessage id="admin.seller.vatNumberHint" />}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <TextField
        name="companyNumber"
        max={MAX_COMPANY_NUMBER}
        label={label('companyNumber')}
        hint={<FormattedMessage id="admin.seller.companyNumberHint" />}
        autoComplete="off"
        spellCheck={false}
      />
    </>
  )
}

function CountryField() {
  const intl = useIntl()
  const { values } = useFormikContext<Values>()
  const names = new Intl.DisplayNames(intl.locale, { type: 'region' })
  // An export may name a country that the list lacks.
  const codes = [...new Set([...PRACTICE_COUNTRIES, values.country].filter(Boolean))]
  return (
    <SelectField
      name="country"
      label={<FormattedMessage id="admin.seller.country" />}
      placeholder={intl.formatMessage({ id: 'admin.seller.chooseCountry' })}
      options={codes.map((code) => ({ value: code, label: names.of(code) ?? code }))}
    />
  )
}

/** Says whether the typed data suffice for electronic invoices, and what they lack. */
function ElectronicInvoices() {
  const { values } = useFormikContext<Values>()
  const missing = missingOf(values)
  return (
    <Panel as="aside" padded className={styles.electronic} aria-labelledby="electronic-invoices">
      <h2 id="electronic-invoices">
        <FormattedMessage id="admin.seller.electronic" />
      </h2>
      {missing.length === 0 ? (
        <Status tone="ok" icon={Check}>
          <FormattedMessage id="admin.seller.complete" />
        </Status>
      ) : (
        <>
          <Status tone="warn" icon={TriangleAlert}>
            <FormattedMessage id="admin.seller.incomplete" />
          </Status>
          <ul className={styles.missing}>
            {missing.map((field) => (
              <li key={field}>
                <FormattedMessage id={`admin.seller.${field}`} />
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="muted small">
        <FormattedMessage id="admin.seller.electronicText" />
      </p>
    </Panel>
  )
}
