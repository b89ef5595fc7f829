// Expressions at random: numbers of all types, places, pointers, structures.
#include <algorithm>

#include "tests/fuzz/kernel_writer.h"

namespace tilescope::fuzz {

std::string Writer::literal() {
  static constexpr const char* odd[] = {"2147483647",
                                        "(-2147483647 - 1)",
                                        "0xffffffffu",
                                        "0x7fffffffffffffffLL",
                                        "0x8000000000000000ULL",
                                        "1.5f",
                                        "-0.0f",
                                        "1e30f",
                                        "3e-41f",
                                        "2.5",
                                        "1e300",
                                        "'a'",
                                        "true",
                                        "1e10f",
                                        "65536",
                                        "12345678901L",
                                        "-7",
                                        "0.1f"};
  if (random_.chance(75)) return of(random_.between(0, random_.chance(70) ? 4 : 40));
  return random_.one_of(odd);
}

std::string Writer::position() {
  static constexpr const char* words[] = {"threadIdx.x", "threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x",
                                          "blockIdx.y",  "blockDim.x",  "blockDim.y",  "gridDim.x",   "gridDim.z"};
  if (in_kernel_ && random_.chance(60)) return random_.chance(70) ? "tid" : "gid";
  return random_.chance(85) ? random_.one_of(words) : "(int)threadIdx.x";
}

std::string Writer::integer(int depth) {
  if (depth <= 0) return random_.chance(40) ? literal_whole() : position();
  switch (random_.below(9)) {
    case 0: return random_.chance(50) ? literal_whole() : position();
    case 1:
    case 2:
    case 3: {
      const Place at = place(random_.chance(60) ? &whole : &natural, false, depth - 1);
      if (!at.is_none()) return at.text;
      return position();
    }
    case 4: {
      static constexpr const char* marks[] = {"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"};
      return all({"(", integer(depth - 1), " ", random_.one_of(marks), " ", integer(depth - 1), ")"});
    }
    case 5: {
      static constexpr const char* marks[] = {"+", "-", "*"};
      return all({"(", integer(depth - 1), " ", random_.one_of(marks), " ", literal_whole(), ")"});
    }
    case 6: return bits(depth - 1);
    case 7: return all({"(int)(", any(depth - 1), ")"});
    default: return all({random_.one_of({"-", "~", "!"}), "(", integer(depth - 1), ")"});
  }
}

std::string Writer::literal_whole() {
  static constexpr const char* odd[] = {"2147483647", "0xffffffffu", "31", "32", "33", "64", "-1", "-5", "1000000"};
  return random_.chance(88) ? of(random_.between(0, random_.chance(75) ? 4 : 20)) : random_.one_of(odd);
}

std::string Writer::any(int depth) {
  if (depth <= 0) return random_.chance(50) ? literal() : position();
  switch (random_.below(12)) {
    case 0: return literal();
    case 1:
    case 2:
    case 3:
    case 4: {
      const Place at = place(nullptr, false, depth - 1);
      return at.is_none() ? position() : at.text;
    }
    case 5:
    case 6: return operation(depth - 1);
    case 7: return conversion(depth - 1);
    case 8: return math(depth - 1);
    case 9: return random_.chance(50) ? call(depth - 1) : operation(depth - 1);
    case 10: return rare(depth - 1);
    default: return integer(depth);
  }
}

std::string Writer::operation(int depth) {
  static constexpr const char* marks[] = {"+", "-",  "*",  "+",  "-",  "*",  "/", "<",
                                          ">", "==", "!=", "<=", ">=", "&&", "||"};
  if (random_.chance(12)) return all({"(", condition(depth), " ? ", number(depth), " : ", number(depth), ")"});
  if (random_.chance(15)) return all({"(", any(depth), " + ", any(depth), " * ", any(depth), ")"});
  if (random_.chance(8)) return all({"-(", any(depth), ")"});
  return all({"(", number(depth), " ", random_.one_of(marks), " ", number(depth), ")"});
}

std::string Writer::conversion(int depth) {
  const Form& form = random_.one_of(numbers);
  if (random_.chance(20)) return all({"static_cast<", form.name, ">(", any(depth), ")"});
  return all({"(", form.name, ")(", any(depth), ")"});
}

std::string Writer::condition(int depth) {
  static constexpr const char* marks[] = {"<", ">", "==", "!=", "<=", ">="};
  switch (random_.below(7)) {
    case 0:
      return all({"(", condition(std::max(depth - 1, 0)), random_.chance(50) ? " && " : " || ",
                  depth > 0 ? condition(depth - 1) : all({me(), " < 5"}), ")"});
    case 1: return all({"(", integer(depth), " & ", of(random_.between(1, 5)), ")"});
    case 2: return all({"(", integer(depth), " % ", of(random_.between(2, 5)), " == ", of(random_.between(0, 2)), ")"});
    case 3: return all({"!(", number(depth), ")"});
    case 4: return all({position(), " ", random_.one_of(marks), " ", of(random_.between(0, 20))});
    default: return all({number(depth), " ", random_.one_of(marks), " ", number(depth)});
  }
}

// What the innermost loops count, or nothing.
std::string Writer::counter() {
  for (std::size_t n = names_.size(); n-- > 0;)
    if (names_[n].is_counter && random_.chance(70))
      return random_.chance(60)
                 ? names_[n].text
                 : all({names_[n].text, random_.one_of({" + ", " * ", " - "}), of(random_.between(1, 3))});
  return {};
}

// Mostly inside of what has so many elements.
std::string Writer::index(int size, int depth) {
  if (random_.chance(30))
    if (const std::string text = counter(); !text.empty())
      return random_.chance(50) ? text : all({"(", text, ") % ", of(size)});
  switch (random_.below(indices_ > 2 ? 4 : 8)) {
    case 0:
    case 1: return of(random_.between(0, size - 1));
    case 2:
    case 3: return all({position(), " % ", of(size)});
    case 4: return all({"(", integer(depth), " & 0x7fffffff) % ", of(size)});
    case 5: return all({"(unsigned)(", integer(depth), ") % ", of(size)});
    case 6: {
      const Place at = place(&whole, false, 0);
      return at.is_none() ? "0" : at.text;
    }
    default: return random_.chance(30) ? integer(depth) : all({"abs((int)(", integer(depth), ")) % ", of(size)});
  }
}

// It is not known how many it has.
std::string Writer::open_index(int depth) {
  if (random_.chance(25))
    if (const std::string text = counter(); !text.empty())
      return random_.chance(60) ? text : all({me(), " * 4 + ", text});
  switch (random_.below(indices_ > 2 ? 4 : 9)) {
    case 0: return of(random_.between(0, 12));
    case 1:
    case 2: return me();
    case 3: return in_kernel_ ? "tid" : "threadIdx.x + 1";
    case 4: return all({"(", integer(depth), " & ", of(random_.one_of({3, 7, 15, 63})), ")"});
    case 5: return all({position(), " * ", of(random_.between(1, 5)), " + ", of(random_.between(0, 4))});
    case 6: return all({position(), random_.chance(50) ? " + " : " - ", of(random_.between(0, 4))});
    case 7: {
      const Place at = place(&whole, false, 0);
      return at.is_none() ? "1" : all({at.text, " + ", position()});
    }
    default: return random_.chance(40) ? integer(depth) : all({"(unsigned)(", integer(depth), ") % 10"});
  }
}

std::string Writer::math(int depth) {
  static constexpr const char* ones[] = {"sqrtf",  "expf",   "logf",   "sinf",    "cosf",    "fabsf",   "floorf",
                                         "rsqrtf", "__expf", "sqrt",   "exp",     "log",     "sin",     "fabs",
                                         "floor",  "ceil",   "round",  "truncf",  "erff",    "tanhf",   "cbrtf",
                                         "lgamma", "isnan",  "isinf",  "rintf",   "exp2f",   "log2f",   "atanf",
                                         "asin",   "sinpi",  "erfinv", "normcdf", "llrintf", "lroundf", "__saturatef"};
  static constexpr const char* twos[] = {"fmaxf",      "fminf",  "powf",       "pow",       "fmodf",
                                         "fmod",       "atan2f", "hypotf",     "copysignf", "remainder",
                                         "nextafterf", "fdimf",  "__fdividef", "__fadd_rn", "__fmul_rz"};
  switch (random_.below(6)) {
    case 0:
    case 1: {
      const char* const name = random_.one_of(ones);
      const bool is_wide = std::string_view(name).back() != 'f';
      return all({name, "((", is_wide ? random_.one_of({"double", "float"}) : "float", ")(", any(depth), "))"});
    }
    case 2: {
      const char* const name = random_.one_of(twos);
      return all({name, "((float)(", any(depth), "), (float)(", any(depth), "))"});
    }
    case 3: return all({"fmaf((float)(", any(depth), "), (float)(", any(depth), "), (float)(", any(depth), "))"});
    case 4: {
      const std::string form = random_.one_of(numbers).name;
      const std::string as =
          form == "bool" || form.find("char") != std::string::npos || form.find("short") != std::string::npos ? "int"
                                                                                                              : form;
      return all({random_.one_of({"min", "max"}), "((", as, ")(", any(depth), "), (", as, ")(", any(depth), "))"});
    }
    default: return all({"abs((", random_.one_of({"int", "float", "double", "long long"}), ")(", any(depth), "))"});
  }
}

std::string Writer::bits(int depth) {
  switch (random_.below(10)) {
    case 0: return all({"__popc(", integer(depth), ")"});
    case 1: return all({"__clz(", integer(depth), ")"});
    case 2: return all({"__ffs(", integer(depth), ")"});
    case 3: return all({"__brev(", integer(depth), ")"});
    case 4: return all({"__float_as_int((float)(", any(depth), "))"});
    case 5: return all({"__byte_perm(", integer(depth), ", ", integer(depth), ", ", integer(depth), ")"});
    case 6: return all({"__umulhi(", integer(depth), ", ", integer(depth), ")"});
    case 7: return all({"__funnelshift_l(", integer(depth), ", ", integer(depth), ", ", integer(depth), ")"});
    case 8: return all({"__vadd4(", integer(depth), ", ", integer(depth), ")"});
    default:
      return all({"__dp4a((int)(", integer(depth), "), (int)(", integer(depth), "), (int)(", integer(depth), "))"});
  }
}

std::string Writer::rare(int depth) {
  switch (random_.below(11)) {
    case 0: return all({"sizeof(", some_form().name, ")"});
    case 1: return warps_ ? among_lanes(depth) : literal();
    case 2: return warps_ ? among_lanes(depth) : pointed(depth);
    case 3: return atomic(depth);
    case 4: {
      const Place at = place(nullptr, true, depth);
      if (at.is_none() || at.form == &truth || at.form->name == "bool") return literal();
      return random_.chance(50) ? all({at.text, random_.one_of({"++", "--"})}) : all({"++", at.text});
    }
    case 5: {
      const Place at = place(nullptr, true, depth);
      return at.is_none() ? literal() : all({"(", at.text, random_.one_of({" = ", " += "}), number(depth), ")"});
    }
    case 6: return all({"(", number(depth), ", ", number(depth), ")"});
    case 7: return all({"__int_as_float(", integer(depth), ")"});
    case 8: {
      const Form& form = random_.one_of(vectors);
      return all({"(", aggregate(form, depth), ").", form.fields[random_.below(form.fields.size())].name});
    }
    case 9: return pointed(depth);
    default: return all({"__ldg(", pointer(real, depth), ")"});
  }
}

// A number that comes out of pointers.
std::string Writer::pointed(int depth) {
  const Form& form = random_.one_of(numbers);
  switch (random_.below(5)) {
    case 0: return all({"(int)(", pointer(form, depth), " - ", pointer(form, depth), ")"});
    case 1: return all({"(", pointer(form, depth), random_.one_of({" == ", " < ", " != "}), pointer(form, depth), ")"});
    case 2: return all({"(unsigned long long)(", pointer(form, depth), ")"});
    case 3: return all({"*(", pointer(form, depth), ")"});
    default: return all({"(", pointer(form, depth), ")[", open_index(depth), "]"});
  }
}

std::string Writer::mask() {
  static constexpr const char* words[] = {"0xffffffff", "0xffffffff", "0xffffffff", "__activemask()",
                                          "0x0000ffff", "0x55555555", "1",          "0"};
  return random_.chance(92) ? random_.one_of(words) : all({"(unsigned)(", integer(1), ")"});
}

std::string Writer::among_lanes(int depth) {
  static constexpr const char* shuffles[] = {"__shfl_sync", "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync"};
  static constexpr const char* words[] = {"int", "unsigned", "float", "float", "double", "long long"};
  const std::string set = mask();
  switch (random_.below(8)) {
    case 0:
      return all({random_.one_of({"__all_sync(", "__any_sync(", "__ballot_sync("}), set, ", ", condition(depth), ")"});
    case 1: return "__activemask()";
    case 2:
      return all({random_.one_of({"__reduce_add_sync(", "__reduce_max_sync(", "__reduce_min_sync("}), set, ", (int)(",
                  number(depth), "))"});
    case 3: return all({"__match_any_sync(", set, ", (int)(", number(depth), "))"});
    default: break;
  }
  const std::string_view name = random_.one_of(shuffles), word = random_.one_of(words);
  const std::string value = number(depth);
  const std::string lane = random_.chance(70) ? of(random_.one_of({0, 1, 2, 4, 8, 16, 31})) : integer(depth);
  const std::string width = random_.chance(80) ? "" : all({", ", of(random_.one_of({1, 2, 8, 16, 32, 5}))});
  return all({name, "(", set, ", (", word, ")(", value, "), ", lane, width, ")"});
}

std::string Writer::atomic(int depth) {
  struct One {
    const char* name;
    int forms;  // how many of these it takes
  };
  static const Form* const forms[] = {&whole, &natural, &long_natural, &real, &wide_real};
  static constexpr One ones[] = {{"atomicAdd", 5}, {"atomicAdd", 5},  {"atomicSub", 2}, {"atomicExch", 4},
                                 {"atomicMin", 3}, {"atomicMax", 3},  {"atomicAnd", 3}, {"atomicOr", 3},
                                 {"atomicXor", 3}, {"atomicInc", -1}, {"atomicDec", -1}};
  if (tidy_ && random_.chance(80)) return literal();
  const One& one = random_.one_of(ones);
  const Form& form = one.forms < 0 ? natural : *forms[random_.below(static_cast<std::size_t>(one.forms))];
  const std::string at = pointer(form, depth);
  const std::string cast = tidy_ ? all({"(", form.name, " *)"}) : "";
  if (random_.chance(15) && form.sort == Form::Sort::integer)
    return all(
        {"atomicCAS(", cast, at, ", (", form.name, ")(", number(depth), "), (", form.name, ")(", number(depth), "))"});
  return all({one.name, "(", cast, at, ", (", form.name, ")(", number(depth), "))"});
}

std::string Writer::call(int depth) {
  using How = Helper::Parameter::How;
  if (helpers_.empty() || calls_left_ <= 0) return literal();
  --calls_left_;
  const Helper& helper = helpers_[random_.below(helpers_.size())];
  std::string list;
  for (const Helper::Parameter& parameter : helper.parameters) {
    if (!list.empty()) list += ", ";
    if (parameter.how == How::pointer) {
      list += pointer(*parameter.form, depth);
    } else if (parameter.how == How::reference) {
      const Place at = place(parameter.form, true, depth);
      if (at.is_none() || !at.is_plain) return literal();
      list += at.text;
    } else {
      list += parameter.form->sort == Form::Sort::structure ? aggregate(*parameter.form, depth) : number(depth);
    }
  }
  const std::string arguments =
      helper.templates.empty() ? "" : all({"<", helper.templates[random_.below(helper.templates.size())], ">"});
  const std::string said = all({helper.name, arguments, "(", list, ")"});
  return helper.result == "void" ? all({"(", said, ", ", literal(), ")"}) : said;
}

std::string Writer::indices(const Name& name, int depth) {
  const std::string mine = name.home == Name::Home::global ? "gid" : "tid";
  if (is_ones_own(name) && name.sides.size() == 2)
    return all({"[", mine, " / ", of(name.sides[1]), "][", mine, " % ", of(name.sides[1]), "]"});
  if (is_ones_own(name)) return all({"[", mine, "]"});
  std::string text = name.is_pointer ? all({"[", open_index(depth), "]"}) : "";
  for (const int side : name.sides) text += all({"[", index(side, depth), "]"});
  return text;
}

Place Writer::place_of(const Name& name, int depth) {
  if (is_ones_own(name) && !in_kernel_) return {};
  Place at{name.text, name.form, !name.is_constant && !name.is_volatile};
  const std::size_t way = name.is_pointer && !is_ones_own(name) ? random_.below(6) : 6;
  if (way == 0)
    at.text = all({"(*", name.text, ")"});
  else if (way == 1)
    at.text = all({"(*(", name.text, " + ", open_index(depth), "))"});
  else
    at.text += indices(name, depth);
  return at;
}

// That, or a number in it.
Place Writer::inside(Place at, const Form* wanted) {
  while (!at.is_none() && at.form->sort == Form::Sort::structure &&
         (wanted == nullptr || wanted->name != at.form->name)) {
    const Field& field = at.form->fields[random_.below(at.form->fields.size())];
    at.text += all({".", field.name});
    if (field.count > 0) at.text += all({"[", index(field.count, 0), "]"});
    at.form = field.form;
  }
  if (wanted != nullptr && !at.is_none() && wanted->name != at.form->name) return {};
  return at;
}

Place Writer::place(const Form* wanted, bool stores, int depth) {
  for (int tries = wanted == nullptr ? 4 : 10; tries > 0 && !names_.empty(); --tries) {
    const std::size_t near = std::min<std::size_t>(names_.size(), 6);
    const std::size_t n = random_.chance(50) ? names_.size() - 1 - random_.below(near) : random_.below(names_.size());
    const Name& name = names_[n];
    if (stores && !may_store(name)) continue;
    if (wanted != nullptr && wanted->name != name.form->name && name.form->sort != Form::Sort::structure) continue;
    ++indices_;
    Place at = inside(place_of(name, std::min(depth, 1)), wanted);
    --indices_;
    if (!at.is_none()) return at;
  }
  return {};
}

// One that may be pointed into; of a tidy kernel, if no thread stores to it.
const Name* Writer::some_array(const Form* wanted) {
  for (int tries = 8; tries > 0 && !names_.empty(); --tries) {
    const Name& name = names_[random_.below(names_.size())];
    if (!name.is_pointer && name.sides.size() != 1) continue;
    if (tidy_ && !name.is_constant && name.home != Name::Home::own) continue;
    if (wanted != nullptr && (wanted->name != name.form->name || name.is_constant || name.is_volatile)) continue;
    return &name;
  }
  return nullptr;
}

std::string Writer::forged(const Form& form, int depth) {
  const Name* const name = some_array(nullptr);
  switch (random_.below(name == nullptr ? 2 : 5)) {
    case 0: return random_.chance(50) ? all({"(", form.name, " *)nullptr"}) : all({"(", form.name, " *)0"});
    case 1: return all({"(", form.name, " *)(unsigned long long)(", number(depth), ")"});
    case 2: return all({"(", form.name, " *)((unsigned long long)", name->text, " + (", integer(depth), "))"});
    case 3: return all({"(", form.name, " *)((char *)", name->text, " + ", open_index(depth), ")"});
    default:
      return all({"(", form.name, " *)((unsigned long long)", name->text, " ^ ", of(random_.between(0, 64)), ")"});
  }
}

std::string Writer::pointer(const Form& form, int depth) {
  depth = std::max(depth, 0);
  if (random_.chance(6)) return all({"(", forged(form, depth), ")"});
  if (random_.chance(12) && depth > 0)
    return all({"(", condition(depth - 1), " ? ", pointer(form, depth - 1), " : ", pointer(form, depth - 1), ")"});
  if (const Name* const name = some_array(&form); name != nullptr && random_.chance(60)) {
    const std::string text = name->text;
    return random_.chance(40) ? text : all({"(", text, random_.chance(85) ? " + " : " - ", open_index(depth), ")"});
  }
  if (!tidy_ && random_.chance(60)) {
    const Place at = place(&form, true, depth);
    if (!at.is_none() && at.is_plain) return all({"&", at.text});
  }
  if (const Name* const name = some_array(nullptr); name != nullptr) {
    const std::string text = name->text;
    const std::string cast = all({"(", form.name, " *)"});
    return random_.chance(40) ? all({"(", cast, text, ")"})
                              : all({"(", cast, "(", text, " + ", open_index(depth), "))"});
  }
  return all({"(", forged(form, depth), ")"});
}

std::string Writer::aggregate(const Form& form, int depth) {
  const bool is_vector = form.name[0] != 'S';
  if (random_.chance(10) && depth > 0)
    return all({"(", condition(0), " ? ", aggregate(form, depth - 1), " : ", aggregate(form, depth - 1), ")"});
  if (form.adds && random_.chance(20) && depth > 0)
    return all({"(", aggregate(form, depth - 1), " + ", aggregate(form, depth - 1), ")"});
  if (random_.chance(15)) return all({"*(", pointer(form, depth), ")"});
  if (random_.chance(60)) {
    const Place at = place(&form, false, depth);
    if (!at.is_none() && at.is_plain) return at.text;
  }
  if (!is_vector) return all({form.name, "()"});
  std::string list;
  for (std::size_t n = 0; n < form.fields.size(); ++n)
    list += all({n == 0 ? "(" : ", (", form.fields[n].form->name, ")(", number(std::min(depth, 1)), ")"});
  return all({"make_", form.name, "(", list, ")"});
}

}  // namespace tilescope::fuzz
