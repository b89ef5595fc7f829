// Statements at random.
#include <algorithm>

#include "tests/fuzz/kernel_writer.h"

namespace tilescope::fuzz {

void Writer::statements(int count) {
  if (count > 0 && statements_left_ <= 0) return assign();
  for (; count > 0 && statements_left_ > 0; --count) statement();
}

void Writer::statement() {
  --statements_left_;
  const bool may_nest = nesting_ < 6;
  switch (random_.below(26)) {
    case 0:
    case 1:
    case 2:
    case 3: return declare();
    case 4:
    case 5: return may_nest ? branch() : assign();
    case 6:
    case 7: return may_nest ? counted_loop() : assign();
    case 8: return may_nest ? open_loop() : assign();
    case 9: return may_nest ? choice() : assign();
    case 10:
    case 11: return wait();
    case 12: return may_nest ? exchange_in_shared() : wait();
    case 13: return may_nest ? product() : assign();
    case 14: return random_.chance(50) && may_nest ? lock() : compare_and_swap();
    case 15: return random_.chance(40) ? say() : assign();
    case 16: return leave();
    case 17: return random_.chance(50) ? fill_memory() : assign();
    case 18: return warps_ ? warp_statement() : assign();
    case 19: return random_.chance(20) && may_nest ? go_back() : assign();
    default: return assign();
  }
}

void Writer::assign() {
  static constexpr const char* of_any[] = {"=", "=", "=", "+=", "+=", "-=", "*=", "/="};
  static constexpr const char* of_whole[] = {"%=", "&=", "|=", "^=", "<<=", ">>="};
  if (random_.chance(8)) {
    const Form& form = structures_.empty() || random_.chance(50) ? random_.one_of(vectors) : *structures_.back();
    const Place at = place(&form, true, 1);
    if (!at.is_none() && at.is_plain && form.has_methods && random_.chance(50))
      return line({at.text, ".touch(", integer(2), ");"});
    if (!at.is_none() && at.is_plain) return line({at.text, " = ", aggregate(form, 2), ";"});
  }
  if (!tidy_ && random_.chance(6)) {
    const Form& form = some_form();
    const std::string value = form.sort == Form::Sort::structure ? aggregate(form, 1) : number(2);
    return line({"*(", pointer(form, 2), ") = ", value, ";"});
  }
  if (!tidy_ && random_.chance(5)) {
    const Name* const name = some_pointer();
    if (name != nullptr) {
      const std::string text = name->text;
      const Form& form = *name->form;
      if (random_.chance(50)) return line({text, random_.one_of({" += ", " -= "}), open_index(1), ";"});
      return line({text, " = ", pointer(form, 2), ";"});
    }
  }
  const Place at = place(nullptr, true, 2);
  if (at.is_none()) return line({"(void)(", number(2), ");"});
  if (at.form->sort == Form::Sort::integer && random_.chance(15))
    return line({at.text, " ", random_.one_of(of_whole), " ", integer(3), ";"});
  if (at.form->name != "bool" && random_.chance(8)) return line({at.text, random_.one_of({"++", "--"}), ";"});
  if (random_.chance(10)) return line({at.text, " = ", at.text, " + ", any(2), " * ", any(2), ";"});
  line({at.text, " ", random_.one_of(of_any), " ", number(3), ";"});
}

void Writer::branch() {
  const bool was_uniform = uniform_;
  uniform_ = uniform_ && random_.chance(25);
  open({"if (", condition(2), ")"});
  statements(random_.between(1, 3));
  if (random_.chance(40)) {
    --nesting_;
    names_.resize(scopes_.back());
    line({random_.chance(70) ? "} else {" : all({"} else if (", condition(1), ") {"})});
    ++nesting_;
    statements(random_.between(1, 3));
  }
  close();
  uniform_ = was_uniform;
}

void Writer::loop_body(int count) {
  const int switches = std::exchange(switches_, 0);
  ++loops_;
  statements(count);
  --loops_;
  switches_ = switches;
}

void Writer::counted_loop() {
  const std::string name = fresh("i");
  const bool was_uniform = uniform_, is_uniform = random_.chance(60);
  uniform_ = uniform_ && is_uniform;
  std::string bound = of(random_.between(1, 9));
  if (!is_uniform)
    bound = random_.chance(50) ? all({position(), " % ", of(random_.between(2, 7))})
                               : all({"(", integer(1), " & ", of(random_.one_of({3, 7, 15})), ")"});
  else if (random_.chance(30))
    bound = random_.one_of({"blockDim.x", "gridDim.x + 1", "warpSize / 8"});
  static constexpr const char* steps[] = {"++", "++", "++", " += 2", " += 3", " += 1 + (tid & 1)"};
  const char* const step = random_.one_of(steps);
  if (random_.chance(25)) line({random_.chance(50) ? "#pragma unroll" : "#pragma unroll 2"});
  static const Form* const forms[] = {&whole, &whole, &natural, &long_natural, &numbers[9], &real};
  const Form* form = random_.one_of(forms);
  if (random_.chance(15)) {
    form = &whole;
    open({"for (int ", name, " = ", bound, "; ", name, " > 0; ", name, random_.chance(50) ? "--" : " >>= 1", ")"});
  } else {
    open({"for (", form->name, " ", name, " = ", random_.chance(80) ? "0" : of(random_.between(-2, 2)), "; ", name,
          " < ", bound, "; ", name, in_kernel_ || step != steps[5] ? step : "++", ")"});
  }
  names_.push_back({.text = name, .form = form, .is_constant = random_.chance(95), .is_counter = form != &real});
  loop_body(random_.between(1, 3));
  close();
  uniform_ = was_uniform;
}

void Writer::open_loop() {
  const std::string name = fresh("w");
  const bool was_uniform = uniform_;
  uniform_ = false;
  line({"int ", name, " = ", random_.chance(50) ? of(random_.between(0, 5)) : all({"(", integer(1), " & 7)"}), ";"});
  names_.push_back({.text = name, .form = &whole, .is_constant = random_.chance(85), .is_counter = true});
  const std::string guard = random_.chance(95) ? all({name, "++ < ", of(random_.between(3, 12))}) : "true";
  const bool is_do = random_.chance(35);
  if (is_do)
    open({"do"});
  else
    open({"while (", guard, random_.chance(50) ? " && " : " & ", "(", condition(1), "))"});
  loop_body(random_.between(1, 4));
  if (random_.chance(40)) line({"if (", condition(1), ") ", random_.chance(50) ? "break;" : "continue;"});
  close(is_do ? all({" while (", guard, ");"}) : "");
  uniform_ = was_uniform;
}

void Writer::choice() {
  const bool was_uniform = uniform_;
  uniform_ = false;
  const int loops = loops_;
  open({"switch (", integer(2), random_.chance(70) ? " & 3)" : ")"});
  ++switches_;
  for (int n = 0, count = random_.between(1, 4); n < count; ++n) {
    if (random_.chance(15) && n + 1 < count) line({"case ", of(n + 20), ":"});
    const bool is_other = n + 1 == count && random_.chance(50);
    open({is_other ? "default:" : all({"case ", of(n), ":"})});
    statements(random_.between(0, 2));
    close();
    if (random_.chance(65)) line({"break;"});
  }
  --switches_;
  close();
  loops_ = loops;
  uniform_ = was_uniform;
}

void Writer::wait() {
  if (!in_kernel_ || (!uniform_ && !random_.chance(tidy_ ? 1 : 4)) || (tidy_ && loops_ > 0)) return assign();
  if (random_.chance(75)) {
    line({"__syncthreads();"});
  } else {
    const Place at = place(&whole, true, 1);
    if (at.is_none()) return assign();
    line({at.text, " = ", random_.one_of({"__syncthreads_count(", "__syncthreads_and(", "__syncthreads_or("}),
          condition(2), ");"});
  }
  filling_ = !filling_;
}

// All store, all wait, all look at what others stored: once or in a loop.
void Writer::exchange_in_shared() {
  if (!in_kernel_ || !uniform_) return assign();
  const Form& form = random_.chance(60) ? real : shared_number();
  const std::string name = fresh("t"), count = random_.one_of({"16", "64", "256"});
  line({"__shared__ ", form.name, " ", name, "[", count, "];"});
  const bool loops = random_.chance(50);
  if (loops)
    open({"for (int turn = 0; turn < ", random_.chance(70) ? of(random_.between(1, 5)) : "gridDim.x + 2", "; ++turn)"});
  else
    open({""});
  if (loops) names_.push_back({.text = "turn", .form = &whole, .is_constant = true, .is_counter = true});
  line({name, "[tid", random_.chance(80) ? "" : " ^ 1", "] = ", number(3), ";"});
  line({"__syncthreads();"});
  const bool was_filling = std::exchange(filling_, false);
  names_.push_back({.text = name, .form = &form, .home = Name::Home::shared, .sides = {16}, .is_constant = true});
  ++loops_;
  const int switches = std::exchange(switches_, 0);
  const bool was_uniform = std::exchange(uniform_, tidy_ ? false : uniform_);
  if (random_.chance(40)) {
    open({"for (int half = blockDim.x / 2; half > 0; half >>= 1)"});
    line({"if (tid < half) ", name, "[tid] += ", name, "[tid + half];"});
    line({"__syncthreads();"});
    close();
  }
  const bool did_leave = std::exchange(leaves_, false);
  statements(random_.between(1, 3));
  leaves_ = did_leave;
  uniform_ = was_uniform;
  switches_ = switches;
  --loops_;
  filling_ = was_filling;
  line({"__syncthreads();"});
  close();
}

// A sum of products, as most kernels have one.
void Writer::product() {
  const std::string sum = fresh("sum"), k = fresh("k");
  const Form& form = random_.chance(75) ? real : random_.one_of(numbers);
  line({form.name, " ", sum, " = ", random_.chance(70) ? "0" : number(2), ";"});
  open({"for (int ", k, " = 0; ", k, " < ", random_.chance(50) ? of(random_.between(1, 12)) : integer(1), " && ", k,
        " < 12; ++", k, ")"});
  names_.push_back({.text = k, .form = &whole, .is_constant = true, .is_counter = true});
  const Place a = place(nullptr, false, 1), b = place(nullptr, false, 1);
  const std::string first = a.is_none() ? k : a.text, second = b.is_none() ? k : b.text;
  switch (random_.below(4)) {
    case 0: line({sum, " = fmaf((float)", first, ", (float)", second, ", (float)", sum, ");"}); break;
    case 1: line({sum, " = ", sum, " + ", first, " * ", second, ";"}); break;
    case 2: line({sum, " -= ", first, " * ", any(2), ";"}); break;
    default: line({sum, " += ", first, " * ", second, ";"});
  }
  close();
  names_.push_back({.text = sum, .form = &form});
  const Place at = place(nullptr, true, 1);
  if (!at.is_none()) line({at.text, random_.one_of({" = ", " += "}), sum, ";"});
}

void Writer::lock() {
  if (!in_kernel_ || tidy_) return assign();
  const std::string at = random_.chance(60) ? pointer(whole, 0) : "";
  const std::string name = fresh("lock"), word = at.empty() ? all({"&", name}) : at;
  if (at.empty()) line({"__shared__ int ", name, ";"});
  if (at.empty() && random_.chance(90)) {
    line({"if (tid == 0) ", name, " = 0;"});
    if (uniform_) line({"__syncthreads();"});
  }
  if (random_.chance(50)) {
    line({"while (atomicCAS(", word, ", 0, 1) != 0) { }"});
    assign();
    line({random_.chance(90) ? all({"atomicExch(", word, ", 0);"}) : "__threadfence();"});
    return;
  }
  const std::string done = fresh("done");
  line({"bool ", done, " = false;"});
  open({"while (!", done, ")"});
  open({"if (atomicCAS(", word, ", 0, 1) == 0)"});
  assign();
  line({"__threadfence();"});
  line({"atomicExch(", word, ", 0);"});
  line({done, " = true;"});
  close();
  close();
}

void Writer::compare_and_swap() {
  if (tidy_) return assign();
  const bool is_wide = random_.chance(30);
  const std::string form = is_wide ? "unsigned long long" : "unsigned",
                    at = pointer(is_wide ? long_natural : natural, 1);
  const std::string old = fresh("old"), seen = fresh("seen");
  line({form, " ", old, " = *(", at, "), ", seen, ";"});
  open({"do"});
  line({seen, " = ", old, ";"});
  line({old, " = atomicCAS(", at, ", ", seen, ", (", form, ")(", random_.chance(70) ? seen : number(1), " + ",
        number(1), "));"});
  close(all({" while (", seen, " != ", old, ");"}));
}

void Writer::say() {
  switch (random_.below(5)) {
    case 0: return line({"printf(\"%d %f\\n\", (int)(", number(2), "), (double)(", number(2), "));"});
    case 1:
      return line(
          {"printf(\"%5u|%-8lld|%c %s\", (unsigned)(", number(1), "), (long long)(", number(1), "), 65, \"x\");"});
    case 2:
      return line({"if (", me(), " == 0) printf(\"%p %x %%\\n\", (void *)", pointer(whole, 0), ", ", integer(1), ");"});
    case 3: return line({"assert(", random_.chance(85) ? all({me(), " >= 0"}) : condition(2), ");"});
    default:
      return line(
          {"if (", condition(1), ") printf(\"%g %e\\n\", (double)(", number(1), "), (double)(", number(1), "));"});
  }
}

void Writer::leave() {
  const std::string when = all({"if (", condition(1), ") "});
  if (loops_ > 0 && leaves_ && switches_ == 0 && random_.chance(60))
    return line({when, random_.chance(60) ? "break;" : "continue;"});
  if (!leaves_ || random_.chance(40)) return assign();
  line({when, returns_ == "void" ? "return;" : all({"return ", number(1), ";"})});
  if (in_kernel_ && tidy_) uniform_ = uniform_ && random_.chance(50);
}

void Writer::fill_memory() {
  if (tidy_) return assign();
  const Form& form = random_.one_of(numbers);
  const std::string to = pointer(form, 1),
                    bytes = of(random_.chance(85) ? 8 * random_.between(1, 5) : random_.between(1, 20));
  const bool is_usual = random_.chance(85);  // as far as the machine has it
  if (random_.chance(50))
    return line({"memset(", to, ", ", is_usual ? of(random_.between(0, 255)) : integer(1), ", ", bytes, ");"});
  line({"memcpy(", to, ", ", pointer(is_usual ? form : some_form(), 1), ", ", bytes, ");"});
}

void Writer::go_back() {
  if (loops_ > 0 || switches_ > 0 || !in_kernel_) return assign();
  const std::string label = fresh("again"), count = fresh("times");
  line({"int ", count, " = 0;"});
  line({label, ":"});
  open({""});
  statements(random_.between(1, 2));
  close();
  line({"if (", count, "++ < ", of(random_.between(1, 3)), " && ", condition(1), ") goto ", label, ";"});
}

void Writer::warp_statement() {
  switch (random_.below(4)) {
    case 0: return line({"__syncwarp(", random_.chance(60) ? "" : mask(), ");"});
    case 1: {
      const std::string name = fresh("v");
      line({"float ", name, " = ", number(2), ";"});
      open({"for (int offset = 16; offset > 0; offset /= 2)"});
      line({name, " += ", random_.one_of({"__shfl_down_sync(", "__shfl_xor_sync("}), mask(), ", ", name, ", offset);"});
      close();
      names_.push_back({.text = name, .form = &real});
      return;
    }
    default: {
      const std::string value = among_lanes(2);
      const std::string name = fresh("v");
      const Form& form = random_.one_of(numbers);
      line({form.name, " ", name, " = ", value, ";"});
      names_.push_back({.text = name, .form = &form});
    }
  }
}

// A pointer that may be given something else.
const Name* Writer::some_pointer() {
  for (int tries = 6; tries > 0 && !names_.empty(); --tries) {
    const Name& name = names_[random_.below(names_.size())];
    if (name.is_pointer && name.home == Name::Home::own && !name.is_constant) return &name;
  }
  return nullptr;
}

}  // namespace tilescope::fuzz
