import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { FormProvider, useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import permissions from '@/kit/locales/permissions.en.json'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import { session } from '@/testing/session'
import { emptyDevice, type DeviceForm } from '../schema'
import { LicensedSwitch } from './LicensedSwitch'

const server = mockServer()

interface FormProps {
  isOn: boolean
  domain?: DeviceForm['domain']
}

/** Where nobody is signed in no feature is licensed. */
function Form({ isOn, domain = null }: FormProps) {
  const form = useForm<DeviceForm>({ defaultValues: { ...emptyDevice, domain } })
  const opened = structuredClone(emptyDevice)
  opened.device_settings.lift_controller.enabled = isOn
  return (
    <FormProvider {...form} formState={{ ...form.formState, defaultValues: opened }}>
      <LicensedSwitch
        name="device_settings.lift_controller.enabled"
        label="Lift"
        feature="elevator"
        readOnly={false}
      />
    </FormProvider>
  )
}

test('what a licence does not give cannot be switched on', () => {
  renderApp(<Form isOn={false} />, { words: { permissions } })
  expect(screen.getByRole('switch', { name: 'Lift' })).toBeDisabled()
  expect(screen.getByText('Not in the licence: Elevators')).toBeVisible()
})

test('what was on may be switched off, and on again, without it', async () => {
  renderApp(<Form isOn />)
  const lift = screen.getByRole('switch', { name: 'Lift' })
  await userEvent.click(lift)
  await userEvent.click(lift)
  expect(lift).toBeEnabled()
})

test('what the licence of the project gives and that of the group leaves out cannot be switched on', async () => {
  server.use(
    http.get(api('/profile'), () =>
      HttpResponse.json({
        id: 1,
        role: { permissions: [] },
        license_info: { features: ['elevator'] },
      }),
    ),
    http.get(api('/domains/2'), () =>
      HttpResponse.json({ id: 2, name: 'House', features_off: ['elevator'] }),
    ),
  )
  const domain = { id: 2, name: 'House' }
  renderApp(<Form isOn={false} domain={domain} />, { session, words: { permissions } })
  expect(await screen.findByText('Not in the licence of this group: Elevators')).toBeVisible()
  expect(screen.getByRole('switch', { name: 'Lift' })).toBeDisabled()
})
