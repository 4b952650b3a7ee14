import type { NoticeTexts } from './texts.ts';

export const AR: NoticeTexts = {
  receipt: ({ team, amount, document: { number, from, until } }) => ({
    subject: `إيصال ${team} رقم ${number}`,
    paragraphs: [
      `شكرًا لك. استلمنا ${amount} مقابل Hearth Pro في «${team}»، عن الفترة من ${from} إلى ${until}.`,
      `الفاتورة ${number} مرفقة.`,
    ],
    button: 'فتح الفوترة',
  }),
  refund: ({ team, amount, document: { number, credited } }) => ({
    subject: `رد مبلغ ${amount} إلى ${team}`,
    paragraphs: [
      `رُدّ مبلغ ${amount} الخاص بـ«${team}» إلى البطاقة أو الحساب الذي دُفع منه، ويظهر في معظم البنوك خلال 5 إلى 7 أيام عمل.`,
      `الإشعار الدائن ${number} للفاتورة ${credited} مرفق. انتهت خطة Pro، ولم يُحذف أي شيء.`,
    ],
    button: 'فتح الفوترة',
  }),
  charge: ({ team, amount, date, method }) => ({
    subject: `تُجدَّد خطة Pro في ${team} يوم ${date}`,
    paragraphs: [
      method === ''
        ? `يوم ${date} يُخصم مبلغ ${amount} شاملًا الضريبة مقابل Hearth Pro في «${team}».`
        : `يوم ${date} يُخصم مبلغ ${amount} شاملًا الضريبة من ${method} مقابل Hearth Pro في «${team}».`,
      'لا يلزمك فعل شيء. وإن أردت التوقف، فألغِ الاشتراك قبل ذلك اليوم ولن يُخصم شيء بعده.',
    ],
    button: 'فتح الفوترة',
  }),
  failed: ({ team, amount, grace }, stage) => ({
    subject:
      stage === 'last' ? `تنتهي خطة Pro في ${team} يوم ${grace} ما لم تُدفع` : `تعذّر إتمام دفعة ${team}`,
    paragraphs: [
      stage === 'first'
        ? `تعذّر إتمام دفع ${amount} عن «${team}». ستُعاد المحاولة خلال الأيام القادمة.`
        : `ما زال دفع ${amount} عن «${team}» متعذّرًا.`,
      `يبقى كل شيء كما هو بينما يعيد البنك المحاولة، حتى ${grace} على الأكثر. تحقق من البطاقة أو اختر وسيلة دفع أخرى، ولن يتغير شيء على فريقك.`,
    ],
    button: 'تسوية الدفع',
  }),
  lapse: ({ team }) => ({
    subject: `انتهت خطة Pro في ${team}`,
    paragraphs: [
      `أصبح «${team}» الآن على خطة Trial. لم يُحذف أي شيء: كل شيء متاح للقراءة والتعديل والتصدير.`,
      'تنتظر العناصر الجديدة حتى تتوفر مساحة في Trial. وإذا كان عدد من يحررون أكبر من عدد المقاعد، فاختر في الفوترة من يواصل.',
    ],
    button: 'استعادة Pro',
  }),
  cancelled: ({ team, date }) => ({
    subject: `تنتهي خطة Pro في ${team} يوم ${date}`,
    paragraphs: [
      `أُلغيت خطة Pro في «${team}». تبقى سارية حتى ${date}، ولن يُخصم شيء بعد الآن.`,
      'بعد ذلك لا يُحذف أي شيء: يبقى كل شيء متاحًا للقراءة والتعديل والتصدير، وتنتظر العناصر الجديدة حتى تتوفر مساحة في Trial. وحتى ذلك اليوم يمكنك العدول عن قرارك.',
    ],
    button: 'فتح الفوترة',
  }),
  card: ({ team, method, month }) => ({
    subject: `البطاقة التي تدفع عن ${team} تنتهي صلاحيتها قريبًا`,
    paragraphs: [
      `تنتهي صلاحية ${method} في نهاية ${month}. ضع بطاقة أخرى مكانها كي تستمر خطة Pro في «${team}» دون انقطاع.`,
    ],
    button: 'تغيير البطاقة',
  }),
  upgradeRequest: ({ team, requester }) => ({
    subject: `طلب خطة Pro لفريق ${team} من ${requester}`,
    paragraphs: [
      `وصل من ${requester} طلب بأن يحصل «${team}» على Hearth Pro. وبصفتك مالكًا للفريق يمكنك اختيارها.`,
      'سترى ما تقدمه الخطة وكم تكلّف قبل دفع أي شيء.',
    ],
    button: 'عرض Pro',
  }),
  whyReceipt: 'وصلتك هذه الرسالة لأنك مالك الفريق أو لأن عنوانك مذكور لتلقي إيصالاته.',
  whyOwner: 'وصلتك هذه الرسالة لأنك مالك الفريق أو لأنك تتابع فواتيره.',
};
