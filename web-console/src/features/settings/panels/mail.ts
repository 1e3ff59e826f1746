import { z } from 'zod'
import {
  issue,
  optionalEmail,
  optionalText,
  PASSWORD_MASK,
  portRule,
  secretRule,
  type SettingsSource,
} from '@/kit/form'
import { useGetMailSettingsQuery, useUpdateMail, type MailSettings } from '../api'

export const ENCRYPTIONS = ['starttls', 'tls', 'none'] as const

export const mailSchema = z
  .object({
    is_enabled: z.boolean(),
    host: optionalText(255),
    port: portRule(),
    encryption: z.enum(ENCRYPTIONS),
    user_name: optionalText(255),
    password: secretRule(255),
    from_email: optionalEmail,
    from_name: optionalText(100),
  })
  .superRefine((values, context) => {
    if (!values.is_enabled) return
    for (const key of ['host', 'from_email'] as const) {
      if (!values[key])
        context.addIssue({ code: 'custom', path: [key], message: issue('required') })
    }
  })

export type MailForm = z.input<typeof mailSchema>

export const emptyMail: MailForm = {
  is_enabled: false,
  host: '',
  port: 587,
  encryption: 'starttls',
  user_name: '',
  password: '',
  from_email: '',
  from_name: '',
}

export const toMailForm = (saved: MailSettings): MailForm => ({
  is_enabled: saved.is_enabled,
  host: saved.host ?? '',
  port: saved.port || emptyMail.port,
  encryption: ENCRYPTIONS.find((each) => each === saved.encryption) ?? 'starttls',
  user_name: saved.user_name ?? '',
  password: saved.password ? PASSWORD_MASK : '',
  from_email: saved.from_email ?? '',
  from_name: saved.from_name ?? '',
})

/** A password goes with its user name. */
export const toMailBody = (values: z.output<typeof mailSchema>) => ({
  ...values,
  password: values.user_name === null ? '' : values.password,
})

export const mailSource: SettingsSource<MailSettings, typeof mailSchema> = {
  schema: mailSchema,
  empty: emptyMail,
  toForm: toMailForm,
  toBody: toMailBody,
  useGet: useGetMailSettingsQuery,
  useUpdate: useUpdateMail,
}
