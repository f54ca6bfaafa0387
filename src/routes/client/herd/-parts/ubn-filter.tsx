import { useIntl } from 'react-intl'
import { SelectInput } from '#src/ui/forms/select-input.tsx'

interface UbnFilterProps {
  ubns: readonly string[]
  value: string
  onChange: (ubn: string) => void
}

/** Filter by UBN; not rendered if there is only one. */
export function UbnFilter({ ubns, value, onChange }: UbnFilterProps) {
  const intl = useIntl()
  // An unknown UBN of the URL is an option, so that the filter can be changed.
  const all = value && !ubns.includes(value) ? [...ubns, value] : ubns
  if (all.length < 2) return null
  return (
    <SelectInput
      label={intl.formatMessage({ id: 'client.herd.ubn' })}
      value={value}
      onChange={onChange}
      options={[
        { value: '', label: intl.formatMessage({ id: 'client.herd.allUbns' }) },
        ...all.map((ubn) => ({
          value: ubn,
          label: intl.formatMessage({ id: 'client.logbook.medicine.ubn' }, { ubn }),
        })),
      ]}
    />
  )
}
