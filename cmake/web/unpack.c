// Unpacks LZMA, which is a fifth smaller than what browsers unpack themselves. Compiled alone, for unpack.js.
// https://www.7-zip.org/sdk.html describes the format.

typedef unsigned char Byte;
typedef unsigned short Chance;  // of a zero, in 2048ths
typedef unsigned int Number;

enum { states = 12, place_states = 16, most_literals = 1 << 4 };

typedef struct {
  Chance is_long, is_longest, low[place_states][8], middle[place_states][8], high[256];
} Lengths;

static struct {
  Chance is_match[states][place_states], is_repeat[states], is_older[states], is_second[states], is_third[states];
  Chance is_more[states][place_states];  // of the last distance than one byte
  Chance slots[4][64], nears[115], lows[16];
  Lengths of_matches, of_repeats;
  Chance literals[most_literals][0x300];
} chances;

static const Byte *at, *end;
static Number range, code;

static Number next_byte(void) { return at < end ? *at++ : 0; }

static void refill(void) {
  if (range >= 1u << 24) return;
  range <<= 8;
  code = code << 8 | next_byte();
}

static Number bit(Chance* chance) {
  const Number bound = (range >> 11) * *chance;
  Number is_one = 0;
  if (code < bound) {
    range = bound;
    *chance = (Chance)(*chance + ((2048 - *chance) >> 5));
  } else {
    range -= bound;
    code -= bound;
    *chance = (Chance)(*chance - (*chance >> 5));
    is_one = 1;
  }
  refill();
  return is_one;
}

static Number bits(Chance* tree, int count) {
  Number node = 1;
  for (int n = 0; n < count; ++n) node = node << 1 | bit(tree + node);
  return node - (1u << count);
}

// The lowest bit comes first.
static Number bits_from_below(Chance* tree, int count) {
  Number node = 1, number = 0;
  for (int n = 0; n < count; ++n) {
    const Number one = bit(tree + node);
    node = node << 1 | one;
    number |= one << n;
  }
  return number;
}

static Number even_bits(int count) {
  Number number = 0;
  for (int n = 0; n < count; ++n) {
    range >>= 1;
    const Number is_one = code >= range;
    if (is_one) code -= range;
    number = number << 1 | is_one;
    refill();
  }
  return number;
}

static Number length(Lengths* of, Number place) {
  if (!bit(&of->is_long)) return bits(of->low[place], 3);
  if (!bit(&of->is_longest)) return 8 + bits(of->middle[place], 3);
  return 16 + bits(of->high, 8);
}

static Number distance(Number length) {
  const Number slot = bits(chances.slots[length < 3 ? length : 3], 6);
  if (slot < 4) return slot;
  const int count = (int)(slot >> 1) - 1;
  const Number base = (2 | (slot & 1)) << count;
  if (slot < 14) return base + bits_from_below(chances.nears + base - slot, count);
  const Number high = even_bits(count - 4) << 4;
  return base + high + bits_from_below(chances.lows, 4);
}

static Byte literal(Chance* tree, int follows_match, Number match) {
  Number node = 1;
  while (follows_match && node < 0x100) {
    const Number wanted = match >> 7 & 1;
    match <<= 1;
    const Number one = bit(tree + ((1 + wanted) << 8) + node);
    node = node << 1 | one;
    if (one != wanted) break;
  }
  while (node < 0x100) node = node << 1 | bit(tree + node);
  return (Byte)node;
}

// Which of the last distances comes again, which is the last one then; whether for one byte alone.
static int repeats_one(Number state, Number place, Number* last) {
  if (!bit(&chances.is_older[state])) return !bit(&chances.is_more[state][place]);
  const int which = !bit(&chances.is_second[state]) ? 1 : !bit(&chances.is_third[state]) ? 2 : 3;
  const Number chosen = last[which];
  for (int n = which; n > 0; --n) last[n] = last[n - 1];
  last[0] = chosen;
  return 0;
}

// From a stream without a head, packed with lc = 4 and pb = 2, into exactly so many bytes. Whether it is one.
__attribute__((export_name("unpack"))) int unpack(const Byte* from, Number from_size, Byte* to, Number size) {
  Chance* const all = (Chance*)&chances;
  for (Number n = 0; n < sizeof chances / sizeof *all; ++n) all[n] = 1024;
  at = from, end = from + from_size;
  range = 0xFFFFFFFF, code = 0;
  for (int n = 0; n < 5; ++n) code = code << 8 | next_byte();
  Number state = 0, last[4] = {0, 0, 0, 0}, done = 0;
  while (done < size) {
    const Number place = done & 3;
    if (!bit(&chances.is_match[state][place])) {
      const Number before = done > 0 ? to[done - 1] : 0;
      const Number match = state >= 7 ? to[done - last[0] - 1] : 0;
      to[done++] = literal(chances.literals[before >> 4], state >= 7, match);
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    Number count = 1;
    if (!bit(&chances.is_repeat[state])) {
      last[3] = last[2], last[2] = last[1], last[1] = last[0];
      count = length(&chances.of_matches, place);
      last[0] = distance(count);
      count += 2;
      state = state < 7 ? 7 : 10;
    } else if (repeats_one(state, place, last)) {
      state = state < 7 ? 9 : 11;
    } else {
      count = 2 + length(&chances.of_repeats, place);
      state = state < 7 ? 8 : 11;
    }
    if (last[0] >= done || count > size - done) return 0;
    for (; count > 0; --count, ++done) to[done] = to[done - last[0] - 1];
  }
  return 1;
}
