// Paths of calls that no first page makes. Separate from paths.ts, which every page loads.

const id = encodeURIComponent

export const changePassword = 'password/change'
export const resetPassword = 'password/reset'
export const logoUploadUrl = (practiceId: string) => `practice/${id(practiceId)}/logoUploadUrl`
export const userSessions = 'user/sessions'
export const userSession = (sessionId: string) => `user/sessions/${id(sessionId)}`
export const passwordInvitation = 'password/invitation'
export const setup = 'setup'
export const setupPasskeyOptions = 'setup/passkey-options'
export const passkeyAuthenticate = 'user/authenticate/passkey'
export const passkeys = 'user/passkeys'
export const passkeyOptions = 'user/passkeys/options'
export const passkeyRemoval = (passkeyId: string) => `user/passkeys/${id(passkeyId)}/removal`
export const secondFactorAuthenticate = 'user/authenticate/second-factor'
export const secondFactor = 'user/second-factor'
export const totp = 'user/totp'
export const totpOptions = 'user/totp/options'
export const totpRemoval = 'user/totp/removal'
export const recoveryCodes = 'user/totp/recovery-codes'
export const invoiceUbl = (clientId: string, invoiceId: string) =>
  `clients/${id(clientId)}/invoices/${id(invoiceId)}/ubl`
export const invoice = (clientId: string, invoiceId: string) => `clients/${id(clientId)}/invoices/${id(invoiceId)}`
export const practiceAudit = (practiceId: string) => `practice/${id(practiceId)}/audit`
export const auditPeople = (practiceId: string) => `practice/${id(practiceId)}/audit/people`
export const practiceLogo = (practiceId: string) => `practice/${id(practiceId)}/logo`
export const practiceFigures = (practiceId: string) => `practice/${id(practiceId)}/figures`
export const letters = (practiceId: string) => `practice/${id(practiceId)}/letters`
export const letter = 'letter'
export const letterConfirmation = 'letter/confirmation'
export const staff = (practiceId: string) => `practice/${id(practiceId)}/staff`
export const staffMember = (practiceId: string, accountId: string) =>
  `practice/${id(practiceId)}/staff/${id(accountId)}`
export const staffInvitation = (practiceId: string, accountId: string) =>
  `practice/${id(practiceId)}/staff/${id(accountId)}/invitation`
export const staffProposals = (practiceId: string) => `practice/${id(practiceId)}/staff-proposals`
export const staffProposal = (practiceId: string, proposalId: string) =>
  `practice/${id(practiceId)}/staff-proposals/${id(proposalId)}`
export const undoneRemoval = (practiceId: string, removalId: string) =>
  `practice/${id(practiceId)}/removals/${id(removalId)}/undo`
export const staffSecondFactor = (practiceId: string, accountId: string) =>
  `practice/${id(practiceId)}/staff/${id(accountId)}/second-factor`
export const staffSecondFactorRemoval = (practiceId: string, accountId: string) =>
  `practice/${id(practiceId)}/staff/${id(accountId)}/second-factor/removal`
export const practiceSecondFactor = (practiceId: string) => `practice/${id(practiceId)}/second-factor`
export const imports = (practiceId: string) => `practice/${id(practiceId)}/imports`
export const importConfirmation = (practiceId: string, sequence: number) =>
  `practice/${id(practiceId)}/imports/${id(String(sequence))}/confirmation`
export const importSequence = (practiceId: string) => `practice/${id(practiceId)}/import-sequence`
export const csvImports = (practiceId: string) => `practice/${id(practiceId)}/csv-imports`
export const csvImport = (practiceId: string, importId: string) =>
  `practice/${id(practiceId)}/csv-imports/${id(importId)}`
export const csvFormat = (practiceId: string, importId: string) => `${csvImport(practiceId, importId)}/format`
export const csvMapping = (practiceId: string, importId: string) => `${csvImport(practiceId, importId)}/mapping`
export const csvPreview = (practiceId: string, importId: string) => `${csvImport(practiceId, importId)}/preview`
export const csvProblems = (practiceId: string, importId: string) => `${csvImport(practiceId, importId)}/problems`
export const csvLoad = (practiceId: string, importId: string) => `${csvImport(practiceId, importId)}/load`
export const importKeys = (practiceId: string) => `practice/${id(practiceId)}/import-keys`
export const importKey = (practiceId: string, keyId: string) => `practice/${id(practiceId)}/import-keys/${id(keyId)}`
export const importKeyTakeover = (practiceId: string, keyId: string) =>
  `practice/${id(practiceId)}/import-keys/${id(keyId)}/takeover`
export const shareLinks = (clientId: string) => `clients/${id(clientId)}/shared-cards`
export const shareLink = (clientId: string, cardId: string) => `clients/${id(clientId)}/shared-cards/${id(cardId)}`
export const newShareLink = (clientId: string, patientId: string) =>
  `clients/${id(clientId)}/patients/${id(patientId)}/shared-cards`
export const sharedView = 'shared-card'
export const claimBundle = (clientId: string, patientId: string, invoiceId: string) =>
  `clients/${id(clientId)}/patients/${id(patientId)}/claim/${id(invoiceId)}`
export const clientRequests = (clientId: string) => `clients/${id(clientId)}/requests`
export const clientRequest = (clientId: string, requestId: string) =>
  `clients/${id(clientId)}/requests/${id(requestId)}`
export const requestWithdrawal = (clientId: string, requestId: string) =>
  `clients/${id(clientId)}/requests/${id(requestId)}/withdrawal`
export const requestMessages = (clientId: string, requestId: string) => `${clientRequest(clientId, requestId)}/messages`
export const requestReopen = (clientId: string, requestId: string) => `${clientRequest(clientId, requestId)}/reopen`
export const requestRead = (clientId: string, requestId: string) => `${clientRequest(clientId, requestId)}/read`
export const requestPhotos = (clientId: string) => `clients/${id(clientId)}/request-photos`
export const requestPhoto = (clientId: string, photoId: string) =>
  `clients/${id(clientId)}/request-photos/${id(photoId)}`
export const practiceRequests = (practiceId: string) => `practice/${id(practiceId)}/requests`
export const practiceRequest = (practiceId: string, requestId: string) =>
  `practice/${id(practiceId)}/requests/${id(requestId)}`
export const requestSeen = (practiceId: string, requestId: string) =>
  `practice/${id(practiceId)}/requests/${id(requestId)}/seen`
export const practiceRequestMessages = (practiceId: string, requestId: string) =>
  `${practiceRequest(practiceId, requestId)}/messages`
export const practiceRequestEnd = (practiceId: string, requestId: string) =>
  `${practiceRequest(practiceId, requestId)}/end`
export const practiceRequestPhotos = (practiceId: string, requestId: string) =>
  `${practiceRequest(practiceId, requestId)}/photos`
export const requestAnswer = (practiceId: string, requestId: string) =>
  `practice/${id(practiceId)}/requests/${id(requestId)}/answer`
export const estimates = (clientId: string) => `clients/${id(clientId)}/estimates`
export const estimate = (clientId: string, estimateId: string) => `${estimates(clientId)}/${id(estimateId)}`
export const estimateFile = (clientId: string, estimateId: string) => `${estimate(clientId, estimateId)}/file`
export const estimateAnswer = (clientId: string, estimateId: string) => `${estimate(clientId, estimateId)}/answer`
export const practiceEstimates = (practiceId: string) => `practice/${id(practiceId)}/estimates`
export const practiceEstimate = (practiceId: string, estimateId: string) =>
  `${practiceEstimates(practiceId)}/${id(estimateId)}`
export const practiceEstimateFile = (practiceId: string, estimateId: string) =>
  `${practiceEstimate(practiceId, estimateId)}/file`
export const estimateWithdrawal = (practiceId: string, estimateId: string) =>
  `${practiceEstimate(practiceId, estimateId)}/withdrawal`
export const estimateSettings = (practiceId: string) => `practice/${id(practiceId)}/estimate-settings`
export const clientForms = (clientId: string) => `clients/${id(clientId)}/forms`
export const clientForm = (clientId: string, taskId: string) => `${clientForms(clientId)}/${id(taskId)}`
export const formSubmission = (clientId: string, taskId: string) => `${clientForm(clientId, taskId)}/submission`
export const consentWithdrawal = (clientId: string, taskId: string) => `${clientForm(clientId, taskId)}/withdrawal`
export const practiceForms = (practiceId: string) => `practice/${id(practiceId)}/forms`
export const practiceForm = (practiceId: string, formId: string) => `${practiceForms(practiceId)}/${id(formId)}`
export const formPublication = (practiceId: string, formId: string) => `${practiceForm(practiceId, formId)}/publication`
export const formTasks = (practiceId: string) => `practice/${id(practiceId)}/form-tasks`
export const formCancellation = (practiceId: string, taskId: string) =>
  `${formTasks(practiceId)}/${id(taskId)}/cancellation`
export const formAnswers = (practiceId: string) => `practice/${id(practiceId)}/form-answers`
export const formAnswer = (practiceId: string, taskId: string) => `${formAnswers(practiceId)}/${id(taskId)}`
export const visit = (clientId: string, appointmentId: string) =>
  `clients/${id(clientId)}/appointments/${id(appointmentId)}`
export const visitQuestions = (clientId: string, appointmentId: string) => `${visit(clientId, appointmentId)}/questions`
export const practiceAppointments = (practiceId: string) => `practice/${id(practiceId)}/appointments`
export const practiceAppointment = (practiceId: string, appointmentId: string) =>
  `${practiceAppointments(practiceId)}/${id(appointmentId)}`
export const retention = (practiceId: string) => `practice/${id(practiceId)}/retention`
export const retentionPreview = (practiceId: string) => `practice/${id(practiceId)}/retention/preview`
export const retentionPreviewFile = (practiceId: string) => `practice/${id(practiceId)}/retention/preview/file`
export const retentionClock = (practiceId: string) => `practice/${id(practiceId)}/retention/clock`
/** Readers and changes of the client's data. */
export const clientReaders = (clientId: string) => `clients/${id(clientId)}/seen`
export const webhooks = (practiceId: string) => `practice/${id(practiceId)}/webhooks`
export const webhook = (practiceId: string, webhookId: string) => `${webhooks(practiceId)}/${id(webhookId)}`
export const webhookState = (practiceId: string, webhookId: string) => `${webhook(practiceId, webhookId)}/state`
export const webhookSecret = (practiceId: string, webhookId: string) => `${webhook(practiceId, webhookId)}/secret`
export const webhookTest = (practiceId: string, webhookId: string) => `${webhook(practiceId, webhookId)}/test`
export const webhookReplay = (practiceId: string, webhookId: string) => `${webhook(practiceId, webhookId)}/replay`
export const webhookWaiting = (practiceId: string, webhookId: string) => `${webhook(practiceId, webhookId)}/waiting`
export const deliveries = (practiceId: string, webhookId: string) => `${webhook(practiceId, webhookId)}/deliveries`
export const deliveryReplay = (practiceId: string, webhookId: string, deliveryId: string) =>
  `${deliveries(practiceId, webhookId)}/${id(deliveryId)}/replay`
export const deliveryWaiting = (practiceId: string, webhookId: string, deliveryId: string) =>
  `${deliveries(practiceId, webhookId)}/${id(deliveryId)}/waiting`
export const publicPrices = (practiceId: string) => `prices/${id(practiceId)}`
export const priceList = (practiceId: string) => `practice/${id(practiceId)}/price-list`
export const priceListCsv = (practiceId: string) => `${priceList(practiceId)}/csv`
export const priceListVersions = (practiceId: string) => `${priceList(practiceId)}/versions`
export const priceListVersion = (practiceId: string, version: number) =>
  `${priceListVersions(practiceId)}/${id(String(version))}`
export const oidcStart = 'oidc/start'
export const oidcCallback = 'oidc/callback'
export const oidcSession = 'oidc/session'
export const identities = 'user/identities'
export const identityRemoval = (identityId: string) => `user/identities/${id(identityId)}/removal`
export const staffIdentities = (practiceId: string, accountId: string) =>
  `practice/${id(practiceId)}/staff/${id(accountId)}/identities`
