import type { CDPSession, Page } from '@playwright/test';

/** The authenticators of a browser, of which one answers at a time. */
export interface Authenticators {
  /** From now on, this one answers: that of the device, a security key, or none. */
  use(which: 'device' | 'key' | null): Promise<void>;
}

/** Gives a page two authenticators that verify their user, and need no window for it. */
export async function addAuthenticators(page: Page): Promise<Authenticators> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const add = async (transport: 'internal' | 'usb') => {
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport,
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: false,
      },
    });
    return authenticatorId;
  };
  const ids = { device: await add('internal'), key: await add('usb') };
  return {
    async use(which) {
      for (const [name, authenticatorId] of Object.entries(ids))
        await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: name === which });
    },
  };
}
