import { z } from 'zod'
import {
  issue,
  optionalText,
  PASSWORD_MASK,
  portRule,
  rangeRule,
  secretRule,
  type SettingsSource,
} from '@/kit/form'
import { useGetSipSettingsQuery, useUpdateSip, type SipSettings } from '../api'

export const TRANSPORTS = ['udp', 'tcp', 'tls'] as const

const numberRule = z
  .union([z.literal(''), z.string().regex(/^\d{1,12}$/, issue('number'))])
  .nullable()
  .transform((text) => text || null)

export const sipSchema = z
  .object({
    is_enabled: z.boolean(),
    proxy_address: optionalText(255),
    realm_address: optionalText(255),
    proxy_port: portRule(),
    transport: z.enum(TRANSPORTS),
    stun_address: optionalText(255),
    stun_port: portRule(),
    turn_address: optionalText(255),
    turn_port: portRule(),
    turn_user_name: optionalText(255),
    turn_password: secretRule(255),
    talk_timeout: rangeRule(10, 7_200),
    first_number: numberRule,
    last_number: numberRule,
  })
  .superRefine(({ first_number, last_number }, context) => {
    const wrong = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (first_number && !last_number) wrong('last_number', issue('required'))
    if (last_number && !first_number) wrong('first_number', issue('required'))
    if (first_number && last_number && Number(first_number) > Number(last_number)) {
      wrong('last_number', issue('before_first'))
    }
  })

export type SipForm = z.input<typeof sipSchema>

export const emptySip: SipForm = {
  is_enabled: true,
  proxy_address: '',
  realm_address: '',
  proxy_port: 5060,
  transport: 'udp',
  stun_address: '',
  stun_port: 3478,
  turn_address: '',
  turn_port: 3478,
  turn_user_name: '',
  turn_password: '',
  talk_timeout: 120,
  first_number: '',
  last_number: '',
}

export const toSipForm = (saved: SipSettings): SipForm => ({
  is_enabled: saved.is_enabled,
  proxy_address: saved.proxy_address ?? '',
  realm_address: saved.realm_address ?? '',
  proxy_port: saved.proxy_port || emptySip.proxy_port,
  transport: TRANSPORTS.find((each) => each === saved.transport) ?? 'udp',
  stun_address: saved.stun_address ?? '',
  stun_port: saved.stun_port || emptySip.stun_port,
  turn_address: saved.turn_address ?? '',
  turn_port: saved.turn_port || emptySip.turn_port,
  turn_user_name: saved.turn_user_name ?? '',
  turn_password: saved.turn_password ? PASSWORD_MASK : '',
  talk_timeout: saved.talk_timeout || emptySip.talk_timeout,
  first_number: saved.first_number ?? '',
  last_number: saved.last_number ?? '',
})

/** A password goes with its user name. */
export const toSipBody = (values: z.output<typeof sipSchema>) => ({
  ...values,
  turn_password: values.turn_user_name === null ? '' : values.turn_password,
})

export const sipSource: SettingsSource<SipSettings, typeof sipSchema> = {
  schema: sipSchema,
  empty: emptySip,
  toForm: toSipForm,
  toBody: toSipBody,
  useGet: useGetSipSettingsQuery,
  useUpdate: useUpdateSip,
}
