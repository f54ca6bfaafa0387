import { ownerMessageSchema } from '#contract/schemas/request.ts'

export const messageFormSchema = ownerMessageSchema.pick(['text'])
