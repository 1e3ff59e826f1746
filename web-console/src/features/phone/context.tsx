import { createContext, use, type ReactNode } from 'react'
import { createSelectorHook, Provider, type ReactReduxContextValue } from 'react-redux'
import type { Phone } from './engine/phone'
import type { PhoneState } from './engine/slice'

const StoreContext = createContext<ReactReduxContextValue<{ phone: PhoneState }> | null>(null)
const PhoneContext = createContext<Phone | undefined>(undefined)

/** The phone has a store of its own, which lives as long as it does. */
export function PhoneProvider({ phone, children }: { phone: Phone; children: ReactNode }) {
  return (
    <PhoneContext value={phone}>
      <Provider store={phone.store} context={StoreContext}>
        {children}
      </Provider>
    </PhoneContext>
  )
}

export const usePhoneState = createSelectorHook(StoreContext).withTypes<{ phone: PhoneState }>()

/** What may be done with the phone. */
export function usePhone(): Phone {
  const phone = use(PhoneContext)
  if (!phone) throw new Error('there is no phone around this part')
  return phone
}

export const useCalls = () => usePhoneState(({ phone }) => phone.calls)
export const useOwnNumber = () => usePhoneState(({ phone }) => phone.own)
