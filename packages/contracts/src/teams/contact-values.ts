export const CONTACT_LIMITS = { name: 100, email: 254, message: 5000 } as const;
