import { describe, expect, test } from 'vitest'
import { telephoneHref } from './telephone-href.ts'

describe('what a telephone dials', () => {
  test.each([
    ['030 123 45 67', 'tel:0301234567'],
    ['+31 30 123 45 67', 'tel:+31301234567'],
    ['(030) 123-45.67', 'tel:0301234567'],
    ['030\u00A0123', 'tel:030123'],
    ['+31 (0)30 123 45 67', 'tel:+31301234567'],
    ['030 123 45 67 toestel 12', 'tel:0301234567'],
  ])('%j: %s', (phone, href) => {
    expect(telephoneHref(phone)).toBe(href)
  })
})
