import { isBag } from './foreign-responses.ts'

// Calls of the specification, with their parameters and the response fields that it names.

type Kept = readonly string[]

const PRACTICE: Kept = ['id', 'logoUrl', 'manaId', 'name', 'phone', 'text', 'title', 'website', 'locked']
const USER: Kept = ['practiceId', 'roles', 'language']
const CLIENT: Kept = ['uuid', 'locked', 'companyName', 'callName', 'firstName', 'lastName']
const LISTED_CLIENT: Kept = ['uuid', 'lastName', 'locked']
const PATIENT: Kept = ['uuid', 'name', 'caretakerUuid', 'caretaker']
const RECORD: Kept = ['uuid']

interface Call {
  methods: string
  path: RegExp
  parameters?: Kept
  /** Undefined if the specification names no fields; all fields are kept then. */
  fields?: Kept
}

const PAGE: Kept = ['page', 'size', 'sort']
const call = (methods: string, path: string, rest: Pick<Call, 'parameters' | 'fields'> = {}): Call => {
  const pattern = new RegExp(`^/api/${path.replaceAll('*', '[^/]+')}$`)
  return { methods, path: pattern, ...rest }
}

const CALLS: readonly Call[] = [
  call('POST', 'user/authenticate'),
  call('GET', 'oauth/authenticate', { parameters: ['access_token'] }),
  call('GET', 'user/refresh'),
  call('GET PUT', 'user', { fields: USER }),
  call('GET', 'user/practices', { fields: PRACTICE }),
  call('GET', 'user/client', { parameters: ['practiceId'], fields: CLIENT }),
  call('POST', 'password/forgot', { parameters: ['email'] }),
  call('POST', 'password/reset'),
  call('POST', 'password/change'),
  call('GET PUT', 'practice/*', { fields: PRACTICE }),
  call('GET', 'practice/*/logoUploadUrl'),
  call('GET POST DELETE', 'practice/*/clients', {
    parameters: ['page', 'size', 'lastName', 'clientUuid'],
    fields: LISTED_CLIENT,
  }),
  call('GET', 'clients', { parameters: ['practiceId', 'page', 'size', 'lastName'], fields: LISTED_CLIENT }),
  call('GET PUT DELETE', 'clients/*', { fields: CLIENT }),
  call('GET', 'clients/*/patients', { fields: PATIENT }),
  call('GET', 'clients/*/patients/*/logbook', { parameters: ['startDate', 'endDate'] }),
  call('GET', 'clients/*/(lab-results|treatment-plans|agreements|attachments)', { parameters: PAGE, fields: RECORD }),
  call('GET', 'clients/*/visit-forms', { parameters: PAGE, fields: RECORD }),
  call('GET', 'clients/*/reminders', { parameters: [...PAGE, 'active'], fields: RECORD }),
  call('GET', 'clients/*/invoices', {
    parameters: [...PAGE, 'startDate', 'endDate', 'status'],
    fields: ['uuid', 'status'],
  }),
  call('GET', 'clients/*/invoices/*/file'),
]

/** Returns the call of the specification, if it has the method, the path and all parameters. */
export function specifiedCall(method: string, { pathname, searchParams }: URL): Call | undefined {
  return CALLS.find(
    ({ methods, path, parameters = [] }) =>
      methods.split(' ').includes(method) &&
      path.test(pathname) &&
      [...searchParams.keys()].every((name) => parameters.includes(name)),
  )
}

/** Returns a response with the fields of the specification and no others. */
export function plainAnswer(answer: unknown, { fields }: Pick<Call, 'fields'>): unknown {
  if (!fields) return answer
  if (Array.isArray(answer)) return answer.map((item) => plainAnswer(item, { fields }))
  if (!isBag(answer)) return answer
  if (Array.isArray(answer['content'])) return { ...answer, content: plainAnswer(answer['content'], { fields }) }
  return Object.fromEntries(Object.entries(answer).filter(([name]) => fields.includes(name)))
}
