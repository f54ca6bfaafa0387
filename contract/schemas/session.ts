import type { InferType } from 'yup'
import { flag, isoDate, object, oneOf, requiredText, string, timestamp, total, url } from './fields.ts'

export const tokenSchema = object({ token: string().required() }).meta({ title: 'Token' })

export const signedInSchema = tokenSchema
  .shape({
    secondFactor: oneOf(['set-up']).meta({
      description:
        'Present: the session can only set up a second factor; other calls are refused with second-factor-required.',
    }),
  })
  .meta({ title: 'SignedIn' })

/** Body of POST /oidc/session. */
export const oidcCodeSchema = object({ code: requiredText(100) }).meta({ title: 'OidcCode' })

export const signedOutSchema = object({
  url: url().required().meta({ description: "Address that ends the person's session at the issuer." }),
}).meta({ title: 'SignedOut' })

/** Identity at an OpenID Connect issuer that signs in to the account. */
export const identitySchema = object({
  id: string().required(),
  issuer: string().required(),
  linkedAt: timestamp().required(),
  lastUsedAt: timestamp().required(),
}).meta({ title: 'Identity' })
export type UserIdentity = InferType<typeof identitySchema>

export const userSessionSchema = object({
  id: string().required().meta({ description: 'Not derived from the token.' }),
  signedInAt: timestamp().required(),
  current: flag().required().meta({ description: 'Whether this is the session of the call.' }),
  browser: string(),
  system: string().meta({ description: 'Operating system of the device, as its browser reports it.' }),
}).meta({ title: 'UserSession' })
export type UserSession = InferType<typeof userSessionSchema>

export const passwordInvitationSchema = object({
  practiceName: string().required(),
  username: string().required().meta({ description: 'The address that the link was sent to.' }),
  hasPassword: flag().meta({ description: 'True: the account has a password by now, so the person signs in.' }),
  logoUrl: string(),
  colour: string().meta({ example: '#2f6b3c' }),
  firstName: string().meta({
    description: "Absent for staff, and for an address that is not in the practice's records.",
  }),
}).meta({ title: 'PasswordInvitation' })
export type PasswordInvitation = InferType<typeof passwordInvitationSchema>

export const urlSchema = object({ url: url().required() }).meta({ title: 'Url' })
export const calendarUrlSchema = object({ url: url().meta({ description: 'Absent without a calendar.' }) }).meta({
  title: 'CalendarUrl',
})

export const statusSchema = object({ status: string().required() }).meta({ title: 'Status' })

export const readinessSchema = object({
  status: oneOf(['ready', 'degraded']).required(),
  outboxAgeSeconds: total().nullable().meta({ description: 'Waiting time of the oldest mail; null without one.' }),
  storage: oneOf(['ready', 'low', 'full', 'unavailable']).required(),
  version: string().required(),
  released: isoDate().required(),
  commit: string().meta({ description: 'Absent if the server runs from a checkout.' }),
}).meta({ title: 'Readiness' })
export type Readiness = InferType<typeof readinessSchema>
