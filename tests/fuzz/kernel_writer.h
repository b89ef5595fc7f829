// The state of a random kernel's writer: the names so far, and what may be written with them.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/fuzz/kernel_grammar.h"

namespace tilescope::fuzz {

// In a list in braces what is drawn is drawn from left to right, whatever compiles this.
inline std::string all(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text += part;
  return text;
}
inline std::string of(std::int64_t number) { return std::to_string(number); }

// A type, as far as sentences depend on it.
struct Form;
struct Field {
  std::string name;
  const Form* form = nullptr;
  int count = 0;  // of an array; 0: it is none
};
struct Form {
  enum class Sort : std::uint8_t { integer, real, structure };
  std::string name;
  Sort sort = Sort::integer;
  std::vector<Field> fields{};
  bool has_methods = false, adds = false;
};

inline const Form numbers[] = {{"int"},
                               {"int"},
                               {"int"},
                               {"unsigned"},
                               {"unsigned"},
                               {"bool"},
                               {"char"},
                               {"signed char"},
                               {"unsigned char"},
                               {"short"},
                               {"unsigned short"},
                               {"long"},
                               {"unsigned long"},
                               {"long long"},
                               {"unsigned long long"},
                               {"float", Form::Sort::real},
                               {"float", Form::Sort::real},
                               {"float", Form::Sort::real},
                               {"float", Form::Sort::real},
                               {"double", Form::Sort::real}};
inline const Form& whole = numbers[0];
inline const Form& natural = numbers[3];
inline const Form& truth = numbers[5];
inline const Form& small = numbers[8];
inline const Form& long_natural = numbers[14];
inline const Form& real = numbers[15];
inline const Form& wide_real = numbers[19];

inline Form vector_of(const char* name, const Form& part, int count) {
  Form form{name, Form::Sort::structure};
  for (int n = 0; n < count; ++n) form.fields.push_back({std::string(1, "xyzw"[n]), &part, 0});
  return form;
}
inline const Form vectors[] = {vector_of("float4", real, 4),       vector_of("float2", real, 2),
                               vector_of("int4", whole, 4),        vector_of("double2", wide_real, 2),
                               vector_of("uchar4", small, 4),      vector_of("uint2", natural, 2),
                               vector_of("short2", numbers[9], 2), vector_of("float3", real, 3)};

// Something that has a name here.
struct Name {
  enum class Home : std::uint8_t { own, shared, global };  // which threads can access it
  std::string text;
  const Form* form = nullptr;
  Home home = Home::own;
  std::vector<int> sides{};  // of an array whose length is known
  bool is_pointer = false;   // or an array of any length
  bool is_constant = false;
  bool is_volatile = false;
  bool is_counter = false;  // of a loop
};

// What may be stored to or looked at: an lvalue.
struct Place {
  std::string text;
  const Form* form = nullptr;
  bool is_plain = true;  // neither const nor volatile
  [[nodiscard]] bool is_none() const { return form == nullptr; }
};

struct Helper {
  struct Parameter {
    const Form* form;
    enum class How : std::uint8_t { value, pointer, reference } how;
  };
  std::string name;
  std::string result{};  // "void" or a number's type
  std::vector<Parameter> parameters{};
  std::vector<std::string> templates{};  // what may be put between < and >; empty: it is none
};

class Writer {
 public:
  explicit Writer(Random& random) : random_(random), tidy_(random.chance(60)), warps_(random.chance(30)) {}

  std::string write() {
    if (random_.chance(30)) text_ += "#define N 8\n#define ROUNDS(n) for (int r = 0; r < (n); ++r)\n";
    structures();
    file_variables();
    for (int n = random_.between(0, 3); n > 0; --n) helper();
    kernel();
    return std::move(text_);
  }

 private:
  // What is written.
  void line(std::initializer_list<std::string_view> parts) {
    text_ += std::string(2 * std::size_t{nesting_}, ' ') + all(parts) + "\n";
  }
  void open(std::initializer_list<std::string_view> parts) {
    line({all(parts), " {"});
    ++nesting_;
    scopes_.push_back(names_.size());
  }
  void close(std::string_view behind = "") {
    --nesting_;
    names_.resize(scopes_.back());
    scopes_.pop_back();
    line({"}", behind});
  }
  std::string fresh(std::string_view stem) { return all({stem, of(++last_)}); }

  // declarations
  void structures();
  void methods(Form& form);
  void file_variables();
  void helper();
  void parameter_list(Helper& made, std::string& list);
  void kernel();
  void kernel_parameters(std::string& list);
  void shared_variables();
  void declare();
  void declare_loaded();
  void keep();
  void declare_array();
  void declare_pointer();

  // statements
  void statements(int count);
  void statement();
  void assign();
  void branch();
  void counted_loop();
  void open_loop();
  void loop_body(int count);
  void choice();
  void wait();
  void exchange_in_shared();
  void product();
  void lock();
  void compare_and_swap();
  void say();
  void leave();
  void fill_memory();
  void go_back();
  void warp_statement();

  // numbers
  std::string number(int depth) { return random_.chance(55) ? integer(depth) : any(depth); }
  std::string any(int depth);
  std::string integer(int depth);
  std::string operation(int depth);
  std::string conversion(int depth);
  std::string literal();
  std::string literal_whole();
  std::string position();
  [[nodiscard]] const char* me() const { return in_kernel_ ? "tid" : "threadIdx.x"; }
  std::string condition(int depth);
  std::string index(int size, int depth);
  std::string open_index(int depth);
  std::string counter();
  std::string math(int depth);
  std::string bits(int depth);
  std::string among_lanes(int depth);
  std::string mask();
  std::string atomic(int depth);
  std::string call(int depth);
  std::string rare(int depth);
  std::string pointed(int depth);

  // places
  Place place(const Form* wanted, bool stores, int depth);
  Place place_of(const Name& name, int depth);
  Place inside(Place at, const Form* wanted);
  [[nodiscard]] std::string indices(const Name& name, int depth);
  std::string pointer(const Form& form, int depth);
  std::string forged(const Form& form, int depth);
  [[nodiscard]] const Name* some_array(const Form* wanted);
  [[nodiscard]] const Name* some_pointer();
  std::string aggregate(const Form& form, int depth);
  const Form& some_form() {
    const std::size_t n = random_.below(10);
    if (n == 0) return random_.one_of(vectors);
    if (n == 1 && !structures_.empty()) return *structures_[random_.below(structures_.size())];
    return random_.one_of(numbers);
  }
  // Of memory that threads share: what lies in one word with what is another one's is not a tidy kernel's.
  const Form& shared_form() {
    static const Form* const words[] = {&whole, &natural, &real, &real, &wide_real, &long_natural};
    return tidy_ && random_.chance(85) ? *random_.one_of(words) : some_form();
  }
  const Form& shared_number() { return tidy_ ? random_.chance(50) ? whole : wide_real : random_.one_of(numbers); }
  [[nodiscard]] bool may_store(const Name& name) const {
    if (name.is_constant) return false;
    if (!tidy_ || name.home == Name::Home::own) return true;
    if (!in_kernel_ || (name.sides.empty() && !name.is_pointer)) return false;
    return name.home != Name::Home::shared || filling_;
  }
  // Only where a thread races with no other.
  [[nodiscard]] bool is_ones_own(const Name& name) const {
    if (!tidy_ || name.is_constant || (name.sides.empty() && !name.is_pointer)) return false;
    return name.home == Name::Home::global || (name.home == Name::Home::shared && filling_);
  }

  Random& random_;
  std::string text_;
  bool tidy_, warps_;
  std::vector<const Form*> structures_;
  std::vector<std::unique_ptr<Form>> made_;
  std::vector<Helper> helpers_;
  std::vector<Name> names_;
  std::vector<std::size_t> scopes_;
  unsigned nesting_ = 0;
  int last_ = 0;
  int calls_left_ = 0;
  int statements_left_ = 0;
  int loops_ = 0;        // around what is being written
  int indices_ = 0;      // of which one is in another one
  int switches_ = 0;     // innermost of which something would leave
  bool uniform_ = true;  // all threads come here
  bool filling_ = true;  // a tidy kernel stores to shared memory, until the next barrier
  bool leaves_ = true;   // with a break or return
  bool in_kernel_ = false;
  std::string returns_ = "void";
};

}  // namespace tilescope::fuzz
