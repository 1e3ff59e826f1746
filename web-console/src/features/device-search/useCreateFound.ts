import { useState } from 'react'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { useTranslation } from 'react-i18next'
import {
  useCreateFoundDevicesMutation,
  type FoundDevice,
  type FoundDeviceItemInput,
  type FoundDeviceResult,
} from './api'

/** What all devices of one creation have in common. */
export interface Common {
  groupId: number
  protocol: 'mqtt' | 'http'
  /** Empty: the platform does not sign in to them. */
  login: string
  password: string
  /** What they hold is left alone until it is adopted. */
  keepList: boolean
}

/** Found devices as they are created. */
export const itemsOf = (devices: FoundDevice[], common: Common): FoundDeviceItemInput[] =>
  devices.map(({ ip_address, port, serial_number, model, type }) => ({
    ip_address,
    port,
    serial_number,
    model,
    type: type ?? undefined,
    domain: { id: common.groupId },
    protocol: common.protocol,
    keep_list: common.keepList,
    ...(common.login && common.password
      ? { login: common.login, password: common.password }
      : undefined),
  }))

/** Creates found devices, and knows what became of each. */
export function useCreateFound() {
  const { t } = useTranslation('device-search')
  const errorText = useErrorText()
  const [create, { isLoading }] = useCreateFoundDevicesMutation()
  const [results, setResults] = useState<Record<string, FoundDeviceResult>>({})

  /** True when one was created at least. */
  const run = async (devices: FoundDevice[], common: Common): Promise<boolean> => {
    try {
      const body = { items: itemsOf(devices, common) }
      const { items } = await create({ createFoundDevicesRequestInput: body }).unwrap()
      setResults((before) => ({
        ...before,
        ...Object.fromEntries(items.map((item) => [item.serial_number, item])),
      }))
      const done = items.filter(({ id }) => id).length
      if (done > 0) alerts.success(t('create.done', { count: done }))
      if (done < items.length) alerts.error(t('create.failed', { count: items.length - done }))
      return done > 0
    } catch (error) {
      alerts.error(errorText(error))
      return false
    }
  }
  return { run, results, isLoading, forget: () => setResults({}) }
}
