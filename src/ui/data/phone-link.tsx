import type { ReactNode } from 'react'
import { telephoneHref } from '#contract/telephone.ts'
import styles from './phone-link.module.css'

/** Class of a link that fills a row, such as a telephone number or an e-mail address, with its icon. */
export const contactRowClass = styles.row

interface PhoneLinkProps {
  /** Text as typed: one number, several numbers, or words. */
  phone: string
  className?: string | undefined
  children?: ReactNode
}

/** A link that dials the first number; plain text if there is none. */
export function PhoneLink({ phone, className, children = phone }: PhoneLinkProps) {
  const href = telephoneHref(phone)
  return href ? (
    <a className={className} href={href}>
      {children}
    </a>
  ) : (
    <span className={className}>{children}</span>
  )
}
