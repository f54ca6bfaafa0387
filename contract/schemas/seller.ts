import { isCountryCode } from '../countries.ts'
import type { Seller } from '../seller.ts'
import { MAX_COMPANY_NUMBER, MAX_POSTAL_CODE } from '../text.ts'
import { isCompanyNumber, isVatNumber } from '../vat-number.ts'
import { code, object, text } from './fields.ts'

export const sellerSchema = object({
  legalName: text().meta({ description: 'Name in the trade register, such as `De Waag B.V.`.' }),
  street: text(),
  houseNumber: text(),
  postalCode: code(MAX_POSTAL_CODE),
  city: text(),
  country: code(2)
    .test('country', 'unknownValue', (value) => !value || isCountryCode(value))
    .meta({ description: 'Code of ISO 3166-1.', example: 'NL' }),
  vatNumber: code(MAX_COMPANY_NUMBER)
    .test('vat-number', 'invalidVatNumber', (value) => !value || isVatNumber(value))
    .meta({
      description: 'With the prefix of its country. A Dutch number needs valid check digits.',
      example: 'NL123456782B90',
    }),
  companyNumber: code(MAX_COMPANY_NUMBER).meta({
    description: 'Number in the trade register; eight digits in the Netherlands.',
    example: '12345678',
  }),
}).test('company-number', (value: Seller | null | undefined, { createError }) =>
  isCompanyNumber(value?.companyNumber ?? '', value?.country)
    ? true
    : createError({ path: 'companyNumber', message: 'invalidCompanyNumber' }),
)

/** Seller of the invoices of a practice, as an optional field. */
export const seller = () =>
  sellerSchema.optional().default(undefined).meta({
    description: 'Data of the practice as the seller on its invoices. Staff only; clients see them on invoices.',
  })
