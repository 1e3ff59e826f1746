import { z } from 'zod'
import { LOCALES } from '@/api/profile'
import { issue, nameRule, refRule } from '@/kit/form'
import type { MailTemplate, MailTemplateInput } from './api'

export const MAX_SUBJECT = 200
export const MAX_BODY = 100_000

export const mailTemplateSchema = z.object({
  mail_type_id: z.string().min(1, issue('required')),
  /** Null: the project's. */
  domain: refRule.nullable(),
  locale: z.enum(LOCALES),
  subject: nameRule(MAX_SUBJECT),
  body: z
    .string()
    .max(MAX_BODY, issue('max_length', { max: MAX_BODY }))
    .refine((text) => text.trim() !== '', issue('required')),
})

export type MailTemplateForm = z.input<typeof mailTemplateSchema>

export const emptyMailTemplate: MailTemplateForm = {
  mail_type_id: '',
  domain: null,
  locale: 'en',
  subject: '',
  body: '',
}

export const toMailTemplateForm = (row: MailTemplate): MailTemplateForm => ({
  mail_type_id: row.mail_type_id,
  domain: row.domain,
  locale: LOCALES.find((each) => each === row.locale) ?? 'en',
  subject: row.subject,
  body: row.body,
})

export const toMailTemplateBody = (
  values: z.output<typeof mailTemplateSchema>,
): MailTemplateInput => values
