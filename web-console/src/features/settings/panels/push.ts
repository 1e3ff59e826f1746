import { z } from 'zod'
import {
  issue,
  optionalText,
  optionalUrl,
  PASSWORD_MASK,
  portRule,
  secretRule,
  type SettingsSource,
} from '@/kit/form'
import { useGetPushServerSettingsQuery, useUpdatePush, type PushServerSettings } from '../api'

export const MAX_CERTIFICATE = 64 * 1024

export const pushSchema = z
  .object({
    is_enabled: z.boolean(),
    server_url: optionalUrl,
    server_port: portRule(),
    user_name: optionalText(255),
    user_pass: secretRule(255),
    /** The mask of the saved one, a new one as PEM, or nothing. */
    cert_file: z.string().max(MAX_CERTIFICATE),
    cert_file_name: optionalText(255),
  })
  .superRefine(({ is_enabled, server_url }, context) => {
    if (is_enabled && !server_url) {
      context.addIssue({ code: 'custom', path: ['server_url'], message: issue('required') })
    }
  })

export type PushForm = z.input<typeof pushSchema>

export const emptyPush: PushForm = {
  is_enabled: false,
  server_url: '',
  server_port: 80,
  user_name: '',
  user_pass: '',
  cert_file: '',
  cert_file_name: '',
}

export const toPushForm = (saved: PushServerSettings): PushForm => ({
  is_enabled: saved.is_enabled,
  server_url: saved.server_url ?? '',
  server_port: saved.server_port || emptyPush.server_port,
  user_name: saved.user_name ?? '',
  user_pass: saved.user_pass ? PASSWORD_MASK : '',
  cert_file: saved.cert_file ? PASSWORD_MASK : '',
  cert_file_name: saved.cert_file_name ?? '',
})

/** A password goes with its user name. */
export const toPushBody = (values: z.output<typeof pushSchema>) => ({
  ...values,
  user_pass: values.user_name === null ? '' : values.user_pass,
})

export const pushSource: SettingsSource<PushServerSettings, typeof pushSchema> = {
  schema: pushSchema,
  empty: emptyPush,
  toForm: toPushForm,
  toBody: toPushBody,
  useGet: useGetPushServerSettingsQuery,
  useUpdate: useUpdatePush,
}
